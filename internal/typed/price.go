package typed

import (
	"regexp"
	"strconv"
	"strings"
)

// price is an amount in hundredths of a currency.
type price struct {
	amounts  []int64 // the possible readings: "1.299" is 1299 or 1.299
	currency string  // a code of ISO 4217, "$" for any dollar, "kr" for any crown, or ""
	shown    string
}

// same reports whether a and b can be the same price.
func (a price) same(b price) bool {
	if !sameCurrency(a.currency, b.currency) {
		return false
	}
	for _, x := range a.amounts {
		for _, y := range b.amounts {
			if x == y || (a.whole() || b.whole()) && x-y < 100 && y-x < 100 {
				return true
			}
		}
	}
	return false
}

// whole reports whether p is shown without hundredths, possibly rounded.
func (p price) whole() bool { return wholeAmount.MatchString(p.shown) }

// wholeAmount matches a price that ends without a fraction.
var wholeAmount = regexp.MustCompile(`^\D*\d{1,3}([.,'’ ]?\d{3})*\D*$`)

func sameCurrency(a, b string) bool {
	switch {
	case a == b, a == "", b == "":
		return true
	case a == "$":
		return dollars[b]
	case b == "$":
		return dollars[a]
	case a == "kr":
		return crowns[b]
	case b == "kr":
		return crowns[a]
	}
	return false
}

var (
	dollars = map[string]bool{"USD": true, "CAD": true, "AUD": true, "NZD": true, "SGD": true, "HKD": true, "MXN": true}
	crowns  = map[string]bool{"SEK": true, "NOK": true, "DKK": true, "ISK": true, "CZK": true}
)

// signs are the signs of currencies.
var signs = map[string]string{
	"€": "EUR", "$": "$", "us$": "USD", "c$": "CAD", "a$": "AUD", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "zł": "PLN", "kr": "kr",
	"kč": "CZK", "fr.": "CHF", "sfr.": "CHF", "₺": "TRY", "₴": "UAH",
}

// currencyOf returns the code for a sign or a code, or "".
func currencyOf(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if code := signs[s]; code != "" {
		return code
	}
	if len(s) == 3 {
		return strings.ToUpper(s)
	}
	return ""
}

const (
	amountForm = `\d{1,3}(?:[.,'’ \x{a0}\x{202f}]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,3})?`
	signForm   = `US\$|C\$|A\$|[€$£¥₹₽₩₺₴]|zł|Kč|kr\b|S?Fr\.|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|INR|CAD|AUD|NZD)\b`
)

// priceForm matches a price in a text: a sign before or after an amount.
var priceForm = regexp.MustCompile(`(?i)(` + signForm + `)[ \x{a0}\x{202f}]?(` + amountForm + `)(?:,[-–—]{1,2})?|(` + amountForm + `)(?:,[-–—]{1,2})?[ \x{a0}\x{202f}]?(` + signForm + `)`)

// amounts returns the possible values of s in hundredths. In markup (stated) a
// point separates decimals; on screen a single separator before three digits
// groups thousands. Where both are possible, both are returned.
func amounts(s string) []int64 {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\u00a0', '\u202f', '\'', '’':
			return -1
		}
		return r
	}, strings.TrimSpace(s))
	dot, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	last := max(dot, comma)
	if last < 0 {
		return hundredths(s, "")
	}
	whole := strings.NewReplacer(".", "", ",", "").Replace(s[:last])
	fraction := s[last+1:]
	switch {
	case len(fraction) == 3 && (dot < 0 || comma < 0):
		all := hundredths(whole+fraction, "")
		if strings.Count(s, ".")+strings.Count(s, ",") == 1 {
			all = append(all, hundredths(whole, fraction)...)
		}
		return all
	case len(fraction) == 3:
		return hundredths(whole+fraction, "")
	}
	return hundredths(whole, fraction)
}

// hundredths returns whole and fraction as one number, rounded down; nil if they
// are no number.
func hundredths(whole, fraction string) []int64 {
	fraction = (fraction + "00")[:2]
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil || n < 0 {
		return nil
	}
	return []int64{n}
}

// readPrice returns the price that a value in markup states: a number, or a text
// with or without a sign.
func readPrice(value any, currency string) (price, bool) {
	p := price{currency: currencyOf(currency)}
	switch value := value.(type) {
	case float64:
		p.shown = strconv.FormatFloat(value, 'f', -1, 64)
		p.amounts = []int64{int64(value*100 + 0.5)}
		return p, value > 0 && value < 1e12
	case string:
		p.shown = value
		if m := priceForm.FindStringSubmatch(value); m != nil {
			if p.currency == "" {
				p.currency = currencyOf(m[1] + m[4])
			}
			p.amounts = amounts(m[2] + m[3])
		} else if plainAmount.MatchString(strings.TrimSpace(value)) {
			p.amounts = amounts(value)
		}
	}
	return p, len(p.amounts) > 0 && p.amounts[0] > 0
}

var plainAmount = regexp.MustCompile(`^(?:` + amountForm + `)$`)
