package notetemplate

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

// Limits of one template text.
const (
	maxNodes  = 1000
	maxSource = 64 << 10 // bytes
)

// Error is an error in one part of a template.
type Error struct {
	Part    string // "name", "folder", "head", "foot" or "frontmatter.FIELD"
	Problem string
}

func (e *Error) Error() string { return e.Part + ": " + e.Problem }

// compile parses text with the functions of r and checks that it does only what
// this package allows. Each value that the template writes then passes display.
func compile(text string, r *run) (*template.Template, error) {
	if len(text) > maxSource {
		return nil, fmt.Errorf("%d bytes, limit %d", len(text), maxSource)
	}
	t, err := template.New("").Option("missingkey=error").Funcs(r.functions()).Parse(text)
	if err != nil {
		return nil, plainError(err)
	}
	for _, other := range t.Templates() {
		if other.Name() != "" {
			return nil, fmt.Errorf("define and block are not allowed")
		}
	}
	if t.Tree == nil || t.Root == nil {
		return t, nil
	}
	c := checker{}
	return t, c.list(t.Root, false)
}

// plainError removes the name of the template, which is empty, from an error of
// text/template.
func plainError(err error) error {
	text := strings.TrimPrefix(err.Error(), "template: ")
	text = strings.TrimPrefix(text, `:`)
	return fmt.Errorf("line %s", text)
}

// checker walks a parsed template.
type checker struct {
	nodes int
}

// list checks the nodes of l. Within range, "." is one value of the list.
func (c *checker) list(l *parse.ListNode, ranged bool) error {
	if l == nil {
		return nil
	}
	for _, n := range l.Nodes {
		if err := c.node(n, ranged); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) node(n parse.Node, ranged bool) error {
	if c.nodes++; c.nodes > maxNodes {
		return fmt.Errorf("over %d parts", maxNodes)
	}
	switch n := n.(type) {
	case *parse.TextNode, *parse.CommentNode:
		return nil
	case *parse.ActionNode:
		if err := c.pipe(n.Pipe, ranged); err != nil {
			return err
		}
		if len(n.Pipe.Decl) == 0 {
			end(n.Pipe, "display")
		}
		return nil
	case *parse.IfNode:
		return c.branch(&n.BranchNode, ranged)
	case *parse.RangeNode:
		if ranged {
			return fmt.Errorf("a range inside a range is not allowed")
		}
		if name := rangeOver(n.Pipe); !slices.Contains(lists, name) {
			return fmt.Errorf("range needs one of .%s", strings.Join(lists, ", ."))
		}
		if err := c.pipe(n.Pipe, false); err != nil {
			return err
		}
		if err := c.list(n.List, true); err != nil {
			return err
		}
		return c.list(n.ElseList, false)
	}
	return fmt.Errorf("%s is not allowed", keyword(n))
}

// end appends a call of a function to a pipe.
func end(p *parse.PipeNode, function string) {
	call := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: p.Pos, Args: []parse.Node{parse.NewIdentifier(function).SetPos(p.Pos)}}
	p.Cmds = append(p.Cmds, call)
}

func (c *checker) branch(n *parse.BranchNode, ranged bool) error {
	if err := c.pipe(n.Pipe, ranged); err != nil {
		return err
	}
	if err := c.list(n.List, ranged); err != nil {
		return err
	}
	return c.list(n.ElseList, ranged)
}

// rangeOver returns the variable over which a range goes, or "".
func rangeOver(p *parse.PipeNode) string {
	if len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return ""
	}
	if f, ok := p.Cmds[0].Args[0].(*parse.FieldNode); ok && len(f.Ident) == 1 {
		return f.Ident[0]
	}
	return ""
}

func (c *checker) pipe(p *parse.PipeNode, ranged bool) error {
	for _, command := range p.Cmds {
		for _, a := range command.Args {
			if err := c.argument(a, ranged); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) argument(n parse.Node, ranged bool) error {
	if c.nodes++; c.nodes > maxNodes {
		return fmt.Errorf("over %d parts", maxNodes)
	}
	switch n := n.(type) {
	case *parse.StringNode, *parse.NumberNode, *parse.BoolNode:
		return nil
	case *parse.DotNode:
		if !ranged {
			return fmt.Errorf(`"." has no value here; name a variable such as .title`)
		}
		return nil
	case *parse.FieldNode:
		if ranged {
			return fmt.Errorf("inside a range write $.%s", n.Ident[0])
		}
		return known(n.Ident)
	case *parse.VariableNode:
		if n.Ident[0] == "$" {
			return known(n.Ident[1:])
		}
		if len(n.Ident) > 1 {
			return fmt.Errorf("%s has no fields", n.Ident[0])
		}
		return nil
	case *parse.IdentifierNode:
		if !slices.Contains(functionNames, n.Ident) {
			return fmt.Errorf("there is no function %s; functions are %s", n.Ident, strings.Join(functionNames, ", "))
		}
		return nil
	case *parse.PipeNode:
		return c.pipe(n, ranged)
	}
	return fmt.Errorf("%s is not allowed", n)
}

func known(path []string) error {
	switch {
	case len(path) == 0:
		return fmt.Errorf(`"$" has no value; name a variable such as $.title`)
	case !isVariable(path[0]):
		return fmt.Errorf("there is no variable .%s; variables are .%s", path[0], strings.Join(Variables(), ", ."))
	case len(path) > 1:
		return fmt.Errorf(".%s has no fields", path[0])
	}
	return nil
}

// keyword returns the name of the statement n.
func keyword(n parse.Node) string {
	word, _, _ := strings.Cut(strings.Trim(n.String(), "{} "), " ")
	return word
}
