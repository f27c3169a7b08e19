package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"pulltab/internal/hostmanifest"
	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

// gaugePage is a page with every kind of element.
func gaugePage(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "pages", "tide-gauge.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const gaugeURL = "https://example.com/notes/tide-gauge?from=feed"

// A hundred concurrent processes with one, two and eight threads give equal
// bytes.
func TestEqualInputGivesEqualBytes(t *testing.T) {
	file, page := program(t), gaugePage(t)
	processes := 100
	if testing.Short() {
		processes = 6
	}
	jobs := make(chan int)
	outputs := make([][]byte, processes)
	var workers sync.WaitGroup
	for range 4 * runtime.NumCPU() { // the load
		workers.Go(func() {
			for i := range jobs {
				command := exec.Command(file, "convert", "--url", gaugeURL, "--format", "json", "--agreement", "--no-timestamp")
				command.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", []int{1, 2, 8}[i%3]))
				outputs[i] = output(t, command, page)
			}
		})
	}
	for i := range processes {
		jobs <- i
	}
	close(jobs)
	workers.Wait()
	if len(outputs[0]) < 3000 {
		t.Fatalf("the result is too short to compare: %s", outputs[0])
	}
	for i, o := range outputs {
		if !bytes.Equal(o, outputs[0]) {
			t.Fatalf("process %d gave\n%s\nprocess 0\n%s", i, o, outputs[0])
		}
	}
}

func TestHostAndCommandLineGiveEqualBytes(t *testing.T) {
	file, page := program(t), gaugePage(t)
	printed := output(t, exec.Command(file, "convert", "--url", gaugeURL, "--format", "json", "--no-timestamp"), page)

	host := exec.Command(file, "chrome-extension://"+hostmanifest.ChromiumID+"/")
	to, from := startHost(t, host)
	send := func(message any) {
		body, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(body))), body...)); err != nil {
			t.Fatal(err)
		}
	}
	send(map[string]any{"t": "hello", "proto": []int{1, 1}, "ext": "0.1.0", "browser": "test"})
	send(map[string]any{
		"t": "convert", "id": "1",
		"meta":    map[string]any{"url": gaugeURL},
		"content": map[string]any{"html": page},
		"opts":    map[string]any{"noTimestamp": true},
	})
	answer := resultOf(t, nativemsg.NewReader(from, protocol.MaxFrameOut))
	to.Close()
	if err := host.Wait(); err != nil {
		t.Errorf("host: %v", err)
	}
	if !bytes.Equal(answer, bytes.TrimSpace(printed)) {
		t.Errorf("host\n%s\ncommand line\n%s", answer, printed)
	}
}

// resultOf returns the result among the frames of in.
func resultOf(t *testing.T, in *nativemsg.Reader) []byte {
	t.Helper()
	for {
		frame, err := in.Next()
		if err == io.EOF {
			t.Fatal("no result")
		}
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			T      string          `json:"t"`
			Result json.RawMessage `json:"result"`
		}
		if err := json.Unmarshal(frame, &m); err != nil {
			t.Fatal(err)
		}
		switch m.T {
		case "error":
			t.Fatalf("%s", frame)
		case "result":
			return m.Result
		}
	}
}
