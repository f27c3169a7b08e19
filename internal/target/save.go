package target

import (
	"pulltab/internal/frontmatter"
	"pulltab/internal/notefile"
	"pulltab/internal/notetemplate"
)

// NewPage returns the page of a result. Its Markdown may have front matter, which
// is left out.
func NewPage(fields frontmatter.Fields, markdown string) notetemplate.Page {
	_, content := frontmatter.Split(markdown)
	return notetemplate.Page{Fields: fields, Content: content, Selection: fields.Source == "user-selection", Now: fields.Fetched}
}

// Note makes the note of a page by a template of the target.
func (t Target) Note(template notetemplate.Template, p notetemplate.Page) (notefile.Note, error) {
	n, err := template.Render(p, t.NameBytes)
	if err != nil {
		return notefile.Note{}, err
	}
	note := notefile.Note{
		Name: n.Name, Folder: n.Folder, Frontmatter: n.Frontmatter, Body: n.Body,
		Page: notefile.PageID(p.Fields.URL), Anchors: t.Anchors, WikiLinks: t.WikiLinks,
	}
	if t.Exists == notefile.Append && template.Frontmatter == nil {
		note.Frontmatter = "" // of the first page of many
	}
	return note, nil
}

// Save writes the note of a page to the target's folder, with stored pictures in
// place of their addresses. The error is a *notetemplate.Error or a *notefile.Error.
func (t Target) Save(p notetemplate.Page, pictures map[string]string) (notefile.Saved, error) {
	note, err := t.Note(t.TemplateFor(p.Fields.URL), p)
	if err != nil {
		return notefile.Saved{}, err
	}
	note.Pictures = pictures
	return t.Write(note)
}

// Write writes a note to the target's folder. The error is a *notefile.Error.
func (t Target) Write(note notefile.Note) (notefile.Saved, error) {
	folder, err := notefile.Open(t.Folder)
	if err != nil {
		return notefile.Saved{}, err
	}
	defer folder.Close()
	return folder.Save(note, t.Exists, t.NameBytes)
}

// AddPicture stores a picture in the target's folder and returns its path there. The
// error is notefile.ErrNoPicture or a *notefile.Error.
func (t Target) AddPicture(data []byte) (string, error) {
	folder, err := notefile.Open(t.Folder)
	if err != nil {
		return "", err
	}
	defer folder.Close()
	return folder.AddPicture(data)
}
