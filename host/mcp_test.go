package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pulltab/internal/outline"
	"pulltab/internal/tokens"
)

// mcpClient connects the SDK's client to the tools.
func mcpClient(t *testing.T) *mcp.ClientSession {
	t.Helper()
	box := &toolbox{std: streams{err: io.Discard}, read: outline.NewCache(time.Now)}
	near, far := mcp.NewInMemoryTransports()
	server, err := box.server().Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.Wait() })
	return client
}

// callTool returns the text of a result, and whether it is an error.
func callTool(t *testing.T, client *mcp.ClientSession, name string, arguments any) (text string, failed bool) {
	t.Helper()
	r, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// All tool definitions, as a client gets them, have at most 1,300 tokens.
func TestToolDefinitionsAreShort(t *testing.T) {
	list, err := mcpClient(t).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is not marked as read-only", tool.Name)
		}
	}
	text, err := json.Marshal(list.Tools)
	if err != nil {
		t.Fatal(err)
	}
	count, err := tokens.For(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	if n := count.Count(string(text)); n > 1300 || len(list.Tools) < 3 {
		t.Errorf("%d tools of %d tokens\n%s", len(list.Tools), n, text)
	}
}

func TestAnMCPClientConvertsAndCites(t *testing.T) {
	t.Setenv(envData, t.TempDir())
	client := mcpClient(t)
	page, failed := callTool(t, client, "convert_html", map[string]any{"html": bread, "url": "https://example.com/bread"})
	if failed || !strings.Contains(page, "origin=https://example.com>") || !strings.Contains(page, "[b2] Bread is baked from flour") {
		t.Fatalf("%s", page)
	}
	if text, failed := callTool(t, client, "convert_html", map[string]any{"html": bread, "outline": true}); failed || !strings.Contains(text, "b1-b2 ") {
		t.Errorf("%s", text)
	}
	if text, failed := callTool(t, client, "convert_html", map[string]any{"html": bread, "blocks": "r00000000:b1"}); !failed || !strings.HasPrefix(text, "E_STALE") || !strings.Contains(text, "b1-b2 ") {
		t.Errorf("%s", text)
	}
	for _, wrong := range []map[string]any{{"html": bread, "budget": 7}, {"html": bread, "colour": "red"}, {"html": 5}, {"html": ""}} {
		if text, failed := callTool(t, client, "convert_html", wrong); !failed {
			t.Errorf("%v: %s", wrong, text)
		}
	}
	rev := regexp.MustCompile(`rev (r[0-9a-f]{8})`).FindStringSubmatch(page)[1]
	text, failed := callTool(t, client, "cite", map[string]any{"answer": "Bread is baked from flour, water and 7 eggs.", "sources": []string{rev}})
	if failed || !strings.Contains(text, `"block":"b2"`) || !strings.Contains(text, `{"kind":"number","text":"7"}`) {
		t.Errorf("%s", text)
	}
	if text, failed := callTool(t, client, "cite", map[string]any{"answer": "x", "sources": []string{"r00000000"}}); !failed || !strings.HasPrefix(text, "E_STALE") {
		t.Errorf("%s", text)
	}
}

// Saved pages are closed to agents until the user opens their site; pages of other
// sites and of sensitive ones appear in no answer.
func TestSavedPagesAreClosedToAgents(t *testing.T) {
	t.Setenv(envData, t.TempDir())
	must := func(input string, args ...string) {
		t.Helper()
		if status, _, messages := pulltab(input, args...); status != exitDone {
			t.Fatalf("%v: %s", args, messages)
		}
	}
	const canary = "CANARY-7f3"
	must("", "history", "on")
	must(bread, "convert", "--url", "https://example.com/bread")
	must(strings.ReplaceAll(bread, "patience", canary), "convert", "--url", "https://other.example/bread")
	must(strings.ReplaceAll(bread, "patience", canary), "convert", "--url", "https://www.paypal.com/bread")
	client := mcpClient(t)
	if text, failed := callTool(t, client, "search_history", map[string]any{"words": "flour"}); !failed || !strings.HasPrefix(text, "E_NOT_ALLOWED") {
		t.Errorf("%s", text)
	}
	if text, failed := callTool(t, client, "cite", map[string]any{"answer": "Bread is baked."}); !failed || !strings.HasPrefix(text, "E_NOT_ALLOWED") {
		t.Errorf("%s", text)
	}
	if _, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: savedURI + "1"}); err == nil {
		t.Error("a closed page is read")
	}
	must("", "history", "agents", "example.com")
	if status, _, messages := pulltab("", "history", "agents", "www.paypal.com"); status != exitUsage || !strings.Contains(messages, "sensitive") {
		t.Errorf("%d %s", status, messages)
	}
	var all strings.Builder
	text, failed := callTool(t, client, "search_history", map[string]any{"words": "flour"})
	if failed || !strings.Contains(text, `"page":"history:1"`) {
		t.Errorf("%s", text)
	}
	all.WriteString(text)
	text, failed = callTool(t, client, "cite", map[string]any{"answer": "Bread is baked from flour, water and " + "salt.\n\nThe word is CANARY."})
	if failed || !strings.Contains(text, `"page":"history:1"`) {
		t.Errorf("%s", text)
	}
	all.WriteString(text)
	resource, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: savedURI + "1"})
	if err != nil || !strings.Contains(resource.Contents[0].Text, "origin=https://example.com>") {
		t.Errorf("%v", err)
	}
	for _, uri := range []string{"2", "3", "99", "x"} {
		got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: savedURI + uri})
		if err == nil {
			t.Errorf("%s is read: %v", uri, got)
		} else {
			all.WriteString(err.Error())
		}
	}
	if strings.Contains(all.String(), canary) || strings.Contains(all.String(), "other.example") || strings.Contains(all.String(), "paypal") {
		t.Errorf("a closed page appears in\n%s", all.String())
	}
	must("", "history", "agents", "--close")
	if text, failed := callTool(t, client, "search_history", map[string]any{"words": "flour"}); !failed {
		t.Errorf("%s", text)
	}
}

// The program serves a client over its standard streams, and ends with them.
func TestTheProgramServesMCP(t *testing.T) {
	command := exec.Command(program(t), "mcp")
	command.Env = append(os.Environ(), envData+"="+t.TempDir())
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(context.Background(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, failed := callTool(t, client, "convert_html", map[string]any{"html": bread}); failed || !strings.Contains(text, "Bread is baked") {
		t.Errorf("%s", text)
	}
	if err := client.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}
