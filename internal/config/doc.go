// Package config reads and writes the files in which the user configures
// Pulltab: targets for saving (config.yaml), further callers (host.json), recipes
// (recipes.yaml) and the model for summaries (model.json). It does not read the
// environment: the caller passes the folders and a function that looks variables
// up.
//
// Stability: internal; the formats of the files are stable.
package config
