// A server of the official Go SDK that counts. Arguments: the port.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

type added struct {
	Text string  `json:"text" jsonschema:"What to add."`
	Note *string `json:"note,omitempty"`
}

type counted struct {
	Count int    `json:"count"`
	Last  string `json:"last"`
}

var (
	mutex sync.Mutex
	texts []string
)

func current() counted {
	if len(texts) == 0 {
		return counted{}
	}
	return counted{Count: len(texts), Last: texts[len(texts)-1]}
}

func count(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, counted, error) {
	mutex.Lock()
	defer mutex.Unlock()
	return nil, current(), nil
}

func add(_ context.Context, _ *mcp.CallToolRequest, in added) (*mcp.CallToolResult, counted, error) {
	mutex.Lock()
	defer mutex.Unlock()
	text := in.Text
	if in.Note != nil {
		text = fmt.Sprintf("%s (%s)", text, *in.Note)
	}
	texts = append(texts, text)
	return nil, current(), nil
}

func fail(_ context.Context, _ *mcp.CallToolRequest, in added) (*mcp.CallToolResult, any, error) {
	return nil, nil, fmt.Errorf("canary: %s", in.Text)
}

func main() {
	destructive := true
	server := mcp.NewServer(&mcp.Implementation{Name: "go-sdk", Version: "1.0.0"}, nil)
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(server, &mcp.Tool{Name: "count", Description: "How often something was added.", Annotations: reads}, count)
	mcp.AddTool(server, &mcp.Tool{Name: "add", Description: "Adds a text."}, add)
	destroys := &mcp.ToolAnnotations{DestructiveHint: &destructive}
	mcp.AddTool(server, &mcp.Tool{Name: "fail", Description: "Fails without adding anything.", Annotations: destroys}, fail)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], handler))
}
