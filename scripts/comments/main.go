// Command comments measures the plainness of the comments in Go and JavaScript
// files: the share of comment lines with the word "what", and the share with
// one of the indirect words listed in indirectWords. Both are signs of
// sentences that a reader has to parse twice.
//
// Usage:
//
//	go run ./scripts/comments [-list] [-what PERCENT] [-indirect PERCENT] [PATH…]
//
// Without a path it reads the whole repository. It prints one row for each
// directory and a total; the exit status is 1 if a share of the total exceeds
// its limit.
package main

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	whatWord      = regexp.MustCompile(`(?i)\bwhat\b`)
	indirectWords = regexp.MustCompile(`(?i)\b(nobody|somebody|whoever|stands|lies|of ours)\b`)
)

// skipped names directories that hold no code of this project or are generated.
var skipped = []string{"vendor", "third_party", "testdata", "node_modules", "bin", "build", "dist"}

// tally counts comment lines.
type tally struct{ lines, what, indirect int }

func (t *tally) add(o tally) {
	t.lines += o.lines
	t.what += o.what
	t.indirect += o.indirect
}

// percent returns part as a percentage of the lines, 0 if there are none.
func (t tally) percent(part int) float64 {
	return 100 * float64(part) / float64(max(1, t.lines))
}

// options are the command's flags.
type options struct {
	list           bool
	what, indirect float64 // limits in percent
}

func main() {
	var o options
	flag.BoolVar(&o.list, "list", false, "print the lines found")
	flag.Float64Var(&o.what, "what", 2, "limit for comment lines with \"what\", in percent")
	flag.Float64Var(&o.indirect, "indirect", 0.3, "limit for comment lines with "+indirectWords.String()+", in percent")
	flag.Parse()
	paths := flag.Args()
	if len(paths) == 0 {
		paths = []string{"."}
	}
	within, err := measure(os.Stdout, paths, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "comments:", err)
		os.Exit(2)
	}
	if !within {
		os.Exit(1)
	}
}

// measure prints the shares of the files below paths and reports whether the
// totals are within the limits.
func measure(w io.Writer, paths []string, o options) (bool, error) {
	byDirectory := map[string]*tally{}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir():
				return enter(d.Name())
			case !slices.Contains([]string{".go", ".js", ".mjs"}, filepath.Ext(path)):
				return nil
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			directory := filepath.Dir(path)
			if byDirectory[directory] == nil {
				byDirectory[directory] = &tally{}
			}
			t, found := count(path, source)
			byDirectory[directory].add(t)
			if o.list {
				fmt.Fprint(w, strings.Join(found, ""))
			}
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	var total tally
	const row = "%-28s %7v %7v %9v\n"
	fmt.Fprintf(w, row, "directory", "lines", "what %", "indirect %")
	for _, directory := range slices.Sorted(maps.Keys(byDirectory)) {
		t := *byDirectory[directory]
		total.add(t)
		fmt.Fprintf(w, row, directory, t.lines, decimals(t.percent(t.what)), decimals(t.percent(t.indirect)))
	}
	fmt.Fprintf(w, row, "total", total.lines, decimals(total.percent(total.what)), decimals(total.percent(total.indirect)))
	return total.percent(total.what) <= o.what && total.percent(total.indirect) <= o.indirect, nil
}

func decimals(percent float64) string { return fmt.Sprintf("%.2f", percent) }

// enter decides whether a directory is read.
func enter(name string) error {
	hidden := strings.HasPrefix(name, ".") && name != "." && name != ".."
	if hidden || slices.Contains(skipped, name) {
		return fs.SkipDir
	}
	return nil
}

// count counts the comment lines of one file, and returns the lines with a
// counted word as "path:line: text\n".
func count(path string, source []byte) (t tally, found []string) {
	read := commentsOfJS
	if filepath.Ext(path) == ".go" {
		read = commentsOfGo
	}
	for _, c := range read(source) {
		for i, line := range strings.Split(c.text, "\n") {
			if strings.Trim(line, "/* \t\r") == "" {
				continue
			}
			t.lines++
			what, indirect := whatWord.MatchString(line), indirectWords.MatchString(line)
			if what {
				t.what++
			}
			if indirect {
				t.indirect++
			}
			if what || indirect {
				found = append(found, fmt.Sprintf("%s:%d: %s\n", path, c.line+i, strings.TrimSpace(line)))
			}
		}
	}
	return t, found
}
