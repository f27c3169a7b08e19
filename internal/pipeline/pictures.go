package pipeline

import (
	"slices"

	"pulltab/internal/pictures"
)

// judgePictures decides which pictures belong to w, and adds the captions of those
// to its blocks. What the user or a recipe selected keeps all its pictures.
func (w *winner) judgePictures(o Options) {
	if w.source == sourceUser || w.source == sourceRecipe {
		return
	}
	judged := pictures.Options{DataImages: o.KeepDataImages}
	if w.site != nil {
		judged.Thread = w.thread
	}
	found := pictures.Find(w.page)
	if o.OnPictures != nil {
		o.OnPictures(found, w.keep, judged)
	}
	w.pictures = found.Judge(w.keep, judged)
	if len(w.pictures.Captions) == 0 {
		return
	}
	w.keep = slices.Clone(w.keep)
	for _, b := range w.pictures.Captions {
		w.keep[b] = true
	}
}
