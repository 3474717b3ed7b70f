import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.stream.Stream;

/// Writes a trust store with the certificates in a directory: `java Authorities.java DIRECTORY
/// FILE`. Equal certificates give equal bytes, since nothing is encrypted: all of it is public.
final class Authorities {

    private Authorities() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        System.setProperty("keystore.pkcs12.certProtectionAlgorithm", "NONE");
        System.setProperty("keystore.pkcs12.macAlgorithm", "NONE");
        var directory = Path.of(arguments[0]);
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        var factory = CertificateFactory.getInstance("X.509");
        for (var file : certificates(directory)) {
            try (var in = Files.newInputStream(file)) {
                var name = directory.relativize(file).toString();
                store.setCertificateEntry(name, factory.generateCertificate(in));
            }
        }
        try (var out = Files.newOutputStream(Path.of(arguments[1]))) {
            store.store(out, new char[0]);
        }
    }

    private static List<Path> certificates(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".crt")).sorted().toList();
        }
    }
}
