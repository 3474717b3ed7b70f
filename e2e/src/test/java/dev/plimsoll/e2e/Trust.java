package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// HTTP clients that trust the certificates of a file and no others.
final class Trust {

    private Trust() {}

    static HttpClient client(Path certificates) {
        try (InputStream in = Files.newInputStream(certificates)) {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (var each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("c" + trusted.size(), each);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            var tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), new SecureRandom());
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .sslContext(tls)
                    .build();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("the API server's certificate is not usable", failure);
        }
    }
}
