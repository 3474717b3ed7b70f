package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Source;
import org.junit.jupiter.api.Test;

class PriceFileTest {

    @Test
    void tellsEveryMistakeWithItsPlaceAndHowToPutItRight() {
        var text =
                """
                region,type,capacity,priceHour,discount
                aws/us-east-1,m5.xlarge,,cheap,
                aws/us-east-1,m5.xlarge,,0.1,10%
                # a remark
                aws/us-east-1,m5.xlarge,,,110%
                aws/us-east-1,,,,
                a,b,c,1,,5
                """;

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadInput.class)
                .hasMessage(
                        """
                        prices.csv:2:26: priceHour: 'cheap' is not an amount of dollars; \
                        write a number such as 0.192
                        prices.csv:3:1: a line sets one kind of price; write priceHour, \
                        or discount, or cpuHour with memoryGiBHour and gpuHour
                        prices.csv:5:27: discount: '110%' is more than 100%; \
                        write a share such as 10% or 0.1
                        prices.csv:6:1: a line sets one kind of price; write priceHour, \
                        or discount, or cpuHour with memoryGiBHour and gpuHour
                        prices.csv:7:10: the line has 6 values, the header 5 columns; remove '5', \
                        or a comma before it\
                        """);
    }

    @Test
    void tellsAnUnknownColumnOnce() {
        assertThatThrownBy(() -> read("type,capcity,priceHour\na,spot,1\nb,spot,1\n"))
                .hasMessage("prices.csv:1:6: capcity: unknown key; did you mean 'capacity'?");
        assertThatThrownBy(() -> read("type,type,priceHour\na,b,1\n"))
                .hasMessage("prices.csv:1:6: 'type' names two columns; remove one");
        assertThatThrownBy(() -> read("# nothing\n\n"))
                .hasMessage("prices.csv: this is empty; start with a header line");
    }

    @Test
    void takesBlanksMarksAndShortLines() {
        assertThat(read("\uFEFFtype , priceHour,group\r\n m5.large , 0.1\r\n").lines())
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.type()).isEqualTo("m5.large");
                    assertThat(line.named()).isEqualTo("prices.csv:2");
                });
    }

    private static PriceFile read(String text) {
        return PriceFile.read(Source.text("prices.csv", text));
    }
}
