package blocks

import "strings"

// stopWords are the most frequent words of many languages: text has them,
// labels and menus do not.
var stopWords = hashes(`
	the of and to a in is you that it for on are as with they be at this have from or had by but what
	some we can out other were all your when up use how said an each she which do their if will about
	many then them these so has her would like him into time no could my than been its who now did get
	our was not just more also i he his
	der die das und ist nicht ein eine einen einem einer zu den mit von auf für dem des sich auch es im
	wir sie ich war wird sind hat haben bei nach wie aus dass oder noch nur über am zum zur werden kann
	le la les et est pas une dans que qui pour sur au aux du en de un il elle nous vous ce cette ces son
	sa ses par plus ne se avec sont mais ou été
	el los las y por con para una su al lo como más pero es del no fue este esta sus muy ha son
	di che non per sono della dei delle nel alla gli più ha anche come ma
	o os não com uma dos das um em foi mais mas seu sua ao pela pelo
	het van niet op voor met zijn dat er aan ook door bij werd
	och att det som på av är inte till med den har jag vi men var
	og af til ikke der de har jeg at det
	i w na z się że nie do jest o to jak po co ale przez od za są dla oraz tym był
	a je se na že v s z o to si by jsem ale jako za
	и в не на что с по это как а то я он к из у за но для от так же бы было
	і у та що до не є на як це
	ve bir bu için ile da de ne çok daha olarak gibi
	ja on ei se että oli hän mutta niin kun
	és a az hogy nem is egy meg volt
	și în la cu nu pe care este mai o sau din
	και το να η του της με για που από
	là của và có không được cho một các trong
	dan yang di ini itu dengan untuk dari tidak
	的 是 了 在 不 有 我 他 这 和 人 也 就 个 们 到 说 要 为 上 の は に を が た で と し も な る`)

// phraseFamilies are short texts that accompany content, by purpose. Bit i of
// text.phrases is phraseFamilies[i].
var phraseFamilies = [...]string{
	"share|tweet|pin it|whatsapp|facebook|twitter|linkedin|pinterest|copy link|instagram|youtube|tiktok|telegram|reddit|teilen|partager|compartir|udostępnij",
	"subscribe|newsletter|sign up|inbox|email address|join our|unsubscribe|mailing list|abonnieren|abonnez|suscríbete|zapisz się",
	"log in|login|sign in|register|my account|create account|create an account|password|logout|log out|signup|anmelden|registrieren|connexion|zaloguj|iniciar sesión",
	"cookie|cookies|consent|gdpr|opt out|preferences|tracking|datenschutz|rodo",
	"privacy|terms of|terms and|terms|all rights reserved|rights reserved|copyright|disclaimer|sitemap|accessibility|policy|impressum|agb|mentions légales|regulamin",
	"related|you may also|you might also|recommended|more from|read next|similar|popular|trending|latest|recent|more stories|see also|you ll also|also like|featured|mehr zum thema|das könnte|weitere artikel|ähnliche|lire aussi|à lire|te puede|czytaj także|zobacz także|najnowsze|meistgelesen|neueste",
	"comments|comment|reply|replies|leave a|responses|response|add a comment|kommentare|kommentar|antworten|commentaires|répondre|komentarze|odpowiedz|comentarios",
	"read more|learn more|view all|see all|show more|load more|see more|find out more|continue reading|view more|shop now|explore|view details|show all|weiterlesen|mehr lesen|mehr erfahren|lire la suite|czytaj więcej|więcej|leer más|mehr",
	"add to cart|add to bag|add to basket|buy now|checkout|wishlist|wish list|sold out|in stock|out of stock|quantity|quick view|choose options|select options|add to|warenkorb|panier|koszyk",
	"posted|published|written by|updated|min read|minute read|minutes read|last modified|author|posted by|reviewed by|posted on|by|von|veröffentlicht|publié|par|autor|opublikowano|por",
	"next|previous|prev|older|newer|back to|page 1|next page|back to top|scroll to top|weiter|zurück|nach oben|suivant|précédent|następny|poprzedni|siguiente|anterior",
	"search|filter|filters|sort by|sort|refine|results|clear all|apply|showing|items|per page|suche|suchen|rechercher|szukaj|buscar",
	"menu|home|skip to|toggle|close|open|skip to content|main content|navigation|startseite|accueil|strona główna|inicio|schließen|zum inhalt",
	"shipping|returns|return|delivery|refund|warranty|free shipping|money back|versand|livraison|dostawa",
	"download|get started|book a|contact us|request a|free trial|call us|get a quote|schedule|book now|apply now|demo|contact|enquire|kontakt|contactez",
	"follow us|connect with|social media|follow|stay connected|stay up to date|folgen sie|suivez",
	"advertisement|sponsored|ad choices|promoted|affiliate|commission|advertise|ad|anzeige|werbung|publicité|reklama|publicidad",
	"edit|permalink|report|quote|like|upvote|award|flag|joined|member|moderator|views|viewed|posts|reputation|badge|badges|active|asked|answered|modified|melden|zitieren",
	"rating|ratings|review|reviews|stars|star|out of 5|verified|verified buyer|helpful|bewertung|bewertungen|avis|opinie",
	"tags|tag|categories|category|filed under|topics|topic|kategorien|kategorie|schlagwörter|schlagworte|catégories|mots clés|tagi|kategoria|etiquetas",
	"faq|faqs|frequently asked|häufige fragen",
	"table of contents|in this article|on this page|contents|key takeaways|jump to|what s inside|in this guide|inhaltsverzeichnis|sommaire|spis treści",
	"about the author|about us|our company|careers|press|help center|customer service|support|help|investors|about|über uns|über den autor|à propos|o nas|o autorze",
	"image|photo|source|credit|getty|via|photograph|images|courtesy|foto|bild|quelle|fot|crédit|źródło|zdjęcie",
}

// The phrase families that code asks for by name.
const (
	relatedPhrase = 5
	legalPhrase   = 4
)

var phraseTable = func() map[uint64]uint32 {
	m := map[uint64]uint32{}
	for i, family := range phraseFamilies {
		for phrase := range strings.SplitSeq(family, "|") {
			h := phraseStart
			for _, w := range strings.Fields(phrase) {
				h = phraseNext(h, hash32(w))
			}
			m[h] |= 1 << i
		}
	}
	return m
}()

const phraseStart uint64 = 7

func phraseNext(h uint64, key uint32) uint64 { return (h ^ uint64(key)) * 1099511628211 }

// Phrases have at most phraseWords words, and are looked for among the first
// phraseRead words of a block: they are what short texts consist of.
const (
	phraseWords = 4
	phraseRead  = 60
)

func phrasesIn(keys []uint32) uint32 {
	var found uint32
	keys = keys[:min(len(keys), phraseRead)]
	for i := range keys {
		h := phraseStart
		for n := 0; n < phraseWords && i+n < len(keys); n++ {
			h = phraseNext(h, keys[i+n])
			found |= phraseTable[h]
		}
	}
	return found
}
