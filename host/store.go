package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/record"
	"pulltab/internal/store"
)

// openDatabase returns the database. It reports a damaged database to messages.
func openDatabase(messages io.Writer) *record.Database {
	return record.NewDatabase(folders(), func(damaged string) {
		fmt.Fprintf(messages, "the database was damaged; it was moved to %s, and all readable rows were copied into a new one\n", damaged)
	})
}

// queryStore opens the database, calls query and closes the database.
func queryStore[T any](messages io.Writer, query func(*store.Store) (T, error)) (answer T, err error) {
	d := openDatabase(messages)
	err = d.Use(func(db *store.Store) error {
		answer, err = query(db)
		return err
	})
	return answer, errors.Join(err, d.Close())
}

// logConversion writes the row of a conversion and, if saving pages is on, its
// clip. It reports an error as one line to messages.
func logConversion(messages io.Writer, src page.Source, options pipeline.Options, result pipeline.Result, failure error, took time.Duration) {
	c := record.Conversion{Address: src.URL, Result: result, Err: failure, Took: took, Version: version}
	_, err := queryStore(messages, func(db *store.Store) (struct{}, error) {
		e := c.Entry()
		e.Client = "command"
		if failure != nil || src.URL == "" {
			return struct{}{}, db.Log(e)
		}
		return struct{}{}, errors.Join(db.Log(e), save(db, c, src, options))
	})
	if err != nil {
		fmt.Fprintf(messages, "not logged: %v\n", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// save stores the result as a clip, unless saving pages is off.
func save(db *store.Store, c record.Conversion, src page.Source, options pipeline.Options) error {
	capture, err := record.EncodeSource(src, options)
	if err != nil {
		return err
	}
	if _, err := db.Save(c.Clip(), capture); err != nil && !errors.Is(err, store.ErrOff) {
		return err
	}
	return nil
}
