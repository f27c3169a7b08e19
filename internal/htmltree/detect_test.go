package htmltree

import (
	"testing"

	"golang.org/x/net/html/charset"
)

// texts are a few sentences for each encoding.
var texts = map[string]string{
	"windows-1251": "Управление порта опубликовало годовой отчёт о состоянии набережных. Картина смешанная.",
	"koi8-r":       "Инженеры измерили осадку старой стены сорока датчиками, каждый из которых передаёт показания.",
	"euc-jp":       "港の管理局は火曜日に埠頭の状態についての年次報告を発表した。技術者は古い倉庫の壁を測った。",
	"shift_jis":    "技術者は四十個のセンサーで古い倉庫の壁の傾きを測り、その動きのリズムに驚いた。",
	"gb18030":      "港口管理局周二公布了年度报告，内容好坏参半，工程师用四十个传感器测量了旧仓库的墙。",
	"big5":         "港口管理局週二公布了年度報告，內容好壞參半，工程師用四十個感測器測量了舊倉庫的牆。",
	"euc-kr":       "항만 관리국은 화요일에 부두의 상태에 대한 연례 보고서를 발표했다. 기술자들은 오래된 창고의 벽을 측정했다.",
	"windows-1253": "Η λιμενική αρχή δημοσίευσε την ετήσια έκθεση για την κατάσταση των προβλητών.",
	"windows-1255": "רשות הנמל פרסמה ביום שלישי את הדוח השנתי על מצב הרציפים.",
	"windows-1256": "نشرت سلطة الميناء يوم الثلاثاء تقريرها السنوي عن حالة الأرصفة.",
	"windows-874":  "การท่าเรือได้เผยแพร่รายงานประจำปีเกี่ยวกับสภาพของท่าเรือในวันอังคาร",
	"windows-1250": "Zarząd portu ogłosił we wtorek coroczne sprawozdanie o stanie nabrzeży, a obraz jest niejednoznaczny: życie, źródło, ćwiczenie, łódź.",
	"windows-1252": "Die Hafenbehörde veröffentlichte am Dienstag ihren jährlichen Bericht über die Kais; das Bild ist gemischt – größer, schöner.",
	"windows-1254": "Liman idaresi rıhtımların durumu hakkındaki yıllık raporunu salı günü yayımladı; değişiklik çok, şaşırtıcı değil.",
}

func encode(t *testing.T, name, text string) []byte {
	t.Helper()
	e, _ := charset.Lookup(name)
	data, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestUndeclaredEncodingsAreDetected(t *testing.T) {
	for name, text := range texts {
		page := "<html><head><title>A</title></head><body><p class=x>" + text + "</p></body></html>"
		got, origin, err := DecodeWithOrigin(encode(t, name, page), "")
		if err != nil || got != page || origin != Detected {
			t.Errorf("%s: %q, origin %d, %v", name, got, origin, err)
		}
	}
}

func TestDeclaredEncodingsAreNotGuessed(t *testing.T) {
	for name, text := range texts {
		for form, page := range map[string]string{
			"meta":       "<html><head><meta charset=" + name + "></head><p>" + text,
			"http-equiv": `<meta http-equiv=content-type content="text/html; charset=` + name + `"><p>` + text,
			"xml":        `<?xml version="1.0" encoding="` + name + `"?><html><p>` + text,
		} {
			got, origin, err := DecodeWithOrigin(encode(t, name, page), "")
			if err != nil || got != page || origin != Declared {
				t.Errorf("%s by %s: %q, origin %d, %v", name, form, got, origin, err)
			}
		}
		if got, origin, err := DecodeWithOrigin(encode(t, name, text), name); err != nil || got != text || origin != Declared {
			t.Errorf("%s by name: %q, origin %d, %v", name, got, origin, err)
		}
	}
}

func TestWithoutEvidenceTheBrowsersEncodingIsAssumed(t *testing.T) {
	for _, data := range []string{"<p>Price: 3 \xa4</p>", "\x81\x8d\x8f\x90\x9d"} {
		if _, origin, err := DecodeWithOrigin([]byte(data), ""); err != nil || origin != Assumed {
			t.Errorf("%q: origin %d, %v", data, origin, err)
		}
	}
}
