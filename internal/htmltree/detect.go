package htmltree

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html/charset"
)

// xmlDeclaration matches the encoding of an XML declaration, which the WHATWG rules
// for HTML ignore.
var xmlDeclaration = regexp.MustCompile(`^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)

// metaCharset matches a meta element that states an encoding.
var metaCharset = regexp.MustCompile(`(?i)<meta\s[^>]*\bcharset\s*=`)

// declaredInXML returns the encoding that an XML declaration names, or "".
func declaredInXML(data []byte) string {
	if m := xmlDeclaration.FindSubmatch(data[:min(len(data), 400)]); m != nil {
		if e, name := charset.Lookup(string(m[1])); e != nil {
			return name
		}
	}
	return ""
}

// candidate is an encoding that files without a declaration have, and the letters
// that are frequent in the languages written with it.
type candidate struct {
	name    string
	letters string
	wide    bool // several bytes for a character
}

const (
	cyrillic = "оеаинтсрвлкмдпуыьябгзчйхжшюцщіїєґ"
	kana     = "のにはをたがでてとしれさるいっなかもこりらまくきすけせよあうえおンスルトアイリラッーク"
	chinese  = "的一是不了在人有我他这个中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运"
	trad     = "的一是不了在人有我他這個中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運"
	hangul   = "이다의는을를가에고하지로한도서기사나인시자대그있정리해어아것부보일수장제과동전으들라만상주성공세원스은국여면게구조신유용된안니위경비선우중소년모영무재실관화방물생"
)

// candidates in the order in which ties are decided.
var candidates = []candidate{
	{"windows-1252", "äöüßéèàçñáíóúêôâîûåæøãõÄÖÜÉ’“”‘–—«»·°§£€©®", false},
	{"euc-jp", kana, true}, {"shift_jis", kana, true}, {"iso-2022-jp", kana, true},
	{"gb18030", chinese, true}, {"big5", trad, true}, {"euc-kr", hangul, true},
	{"windows-1251", cyrillic, false}, {"koi8-r", cyrillic, false}, {"ibm866", cyrillic, false}, {"iso-8859-5", cyrillic, false},
	{"windows-1253", "αοιετσνηυρπκμλωςδγχθφβξζψάίόέήύώ", false},
	{"windows-1255", "יוהלאמרתבשנדפחעקגסכטזםןצ", false},
	{"windows-1256", "اليمونرتبةدعسفكهحقجأشطصضخغزذثإىئء", false},
	{"windows-874", "านรอกเงมยลวดทสตะปคบหแจพชขใไโซผถธณญภศษฐฟฝ่้ัีิืุูึ็์ำๆ", false},
	{"windows-1250", "ąęółśżźćńáéíěščřžýůúöüőűçâăîşţŁŚŻČŠŘŽ„”–", false},
	{"windows-1254", "ıiğşüöçİĞŞÜÖÇâ’“”", false},
}

const (
	detectBytes = 128 << 10 // of the text beyond ASCII that detection reads
	minScore    = 0.30      // lower scores are no detection
)

// detect returns the encoding of data, which is not valid UTF-8 and declares none,
// by the letters that each candidate gives: the share of characters beyond ASCII
// that are frequent in its languages. It returns "" if no candidate is plausible.
func detect(data []byte) string {
	best, bestScore := "", minScore
	sample := data[:min(len(data), detectBytes)]
	for _, c := range candidates {
		e, _ := charset.Lookup(c.name)
		text, err := e.NewDecoder().Bytes(sample)
		if err != nil {
			continue
		}
		if score := c.score(string(text)); score > bestScore+0.02 {
			best, bestScore = c.name, score
		}
	}
	return best
}

// score returns the share of the characters of text beyond ASCII that are letters of
// c, or 0 if text has characters that a text in this encoding does not have.
func (c candidate) score(text string) float64 {
	all, ours, bad := 0, 0, 0
	frequent := letterSets[c.name]
	last := ' '
	for _, r := range text {
		switch {
		case r == unicode.ReplacementChar, r >= 0x80 && r < 0xa0, unicode.Is(unicode.Co, r):
			bad++
		case r >= 0xff61 && r <= 0xff9f:
			bad++ // half-width kana: two bytes of another encoding
		}
		if r >= 0x80 && r != 0xa0 && !unicode.In(r, unicode.P, unicode.Zs) || frequent[r] && r >= 0x80 {
			all++
			switch {
			case !c.wide && isASCIILetter(last) && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r):
				bad++ // two scripts in a word
			case frequent[unicode.ToLower(r)] && !(unicode.IsUpper(r) && unicode.IsLetter(last)):
				ours++
			case unicode.IsUpper(r) && unicode.IsLower(last):
				bad++ // a capital inside a word
			}
		}
		last = r
	}
	if ours == 0 || ours < 2 && c.name != "windows-1252" || bad*20 > all {
		return 0
	}
	share := float64(ours) / float64(all)
	if c.wide {
		share *= 2.5 // many more letters than the frequent ones
	}
	return min(share, 1) - float64(bad)/float64(all)
}

func isASCIILetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

var letterSets = func() map[string]map[rune]bool {
	sets := map[string]map[rune]bool{}
	for _, c := range candidates {
		set := map[rune]bool{}
		for _, r := range c.letters + strings.ToLower(c.letters) {
			set[r] = true
		}
		sets[c.name] = set
	}
	return sets
}()
