/**
 * Shapes that more than one module speaks of. Nothing here runs.
 *
 * @typedef {{ at: number, text: string }} Marked text of the element at a position
 *
 * @typedef {object} Stamps what only the browser knows, by element position (see the host's page package)
 * @property {number} elements number of elements counted
 * @property {number} every distance between samples
 * @property {string[]} sample lower-case names of elements 0, every, 2·every…
 * @property {number[]} hidden topmost elements that are not shown
 * @property {number[]} fixed overlays with position fixed or sticky
 * @property {number[]} block inline by name, block by style
 * @property {number[]} pre white space is kept
 * @property {number[]} checked check boxes and radio buttons that are on
 * @property {Marked[]} source address that an image really shows
 * @property {Marked[]} value live text of form fields
 *
 * @typedef {object} Source one document as the reader sees it
 * @property {string} url
 * @property {string} base
 * @property {string} title
 * @property {string} html
 * @property {string} contentType
 * @property {string} lang
 * @property {boolean} rendered
 * @property {boolean} [fragment] the HTML is the content itself
 * @property {Stamps} [stamps]
 * @property {Frame[]} [frames]
 * @property {Offer[]} [offers]
 *
 * @typedef {{ type: string, url: string, text: string }} Offer another form of the page, from its own origin
 *
 * @typedef {{ ordinal: number, source: Source }} Frame a same-origin frame, by its number among the iframes
 *
 * @typedef {'page' | 'selection'} What
 *
 * @typedef {object} CaptureRequest
 * @property {What} what
 * @property {boolean} slim copy only what is shown, without scripts, styles and data images
 *
 * @typedef {{ source: Source, problem?: undefined } | { problem: string, source?: undefined }} Captured
 *
 * @typedef {object} Result the result object of the host; fields that this extension reads
 * @property {string} url
 * @property {string} title
 * @property {string} markdown
 * @property {Record<string, unknown> & { source?: string, quality?: number, words?: number, tokens?: number, site?: string }} metadata
 * @property {{ score: number, factors: Record<string, boolean> }} quality
 * @property {{ score: number, band: string }} [confidence]
 * @property {{ min: number, verdict: string }} [agreement]
 * @property {{ share: number, missing?: { block: number, text: string }[] }} [coverage]
 * @property {string} reason
 * @property {{ kind: string, count: number, of?: number }[]} [losses]
 * @property {{ shown: number, all: number }} [comments]
 * @property {string} [text]
 * @property {Record<string, number>} [milliseconds]
 *
 * @typedef {object} SummaryOrder
 * @property {number} tabId
 * @property {string} url
 * @property {string} title
 * @property {string} markdown without front matter
 * @property {string} [allow] the origin that the reader lets the text go to
 *
 * @typedef {object} Summary the host's answer; offsets are bytes of UTF-8
 * @property {string} summary
 * @property {string} model
 * @property {string} provider its origin
 * @property {number} [chunks]
 * @property {number} [cut] answers that went on too long
 * @property {{ text: string, sources?: { block: number, text: string }[], doubts?: { start: number, end: number, kind: string }[] }[]} [sentences]
 *
 * @typedef {{ summary?: Summary, consent?: { origin: string, model: string } }} SummaryReply one of the two
 *
 * @typedef {object} Answer sections of a page that answer a question
 * @property {'high' | 'medium' | 'low'} match
 * @property {string} markdown
 *
 * @typedef {object} Stats what the host's log says about a window of time (docs/protocol.md)
 * @property {number} total
 * @property {string} window
 * @property {{ source: string, count: number, pct: number, avgQuality: number, avgConfidence?: number, avgLen: number, avgMs: number }[]} bySource
 * @property {{ outcome: string, count: number }[]} byOutcome
 * @property {{ domain: string, count: number, avgQuality: number }[]} lowQualityDomains
 * @property {{ domain: string, count: number }[]} fallbackByDomain
 * @property {Record<string, { p50: number, p90: number, p99: number }>} percentiles
 * @property {{ day: string, count: number, avgQuality: number, avgMs: number, fallbacks: number }[]} trend
 * @property {{ compared: boolean, alarms: Alarm[] }} drift
 *
 * @typedef {{ figure: string, source?: string, of: string, before: number, now: number, chance: number }} Alarm
 *
 * @typedef {object} Clip a page that was kept
 * @property {number} clip
 * @property {string} saved RFC 3339
 * @property {string} url
 * @property {number} edition
 * @property {string} title
 * @property {string} [markdown]
 * @property {string} [excerpt]
 * @property {Change[]} [diff] against the edition before, of a clip that was asked for
 *
 * @typedef {{ clip?: Clip, tooLong?: boolean }} Kept tooLong: the reader wants pages kept, but this one is over the limit
 * @typedef {{ at: number, removed?: string[], added?: string[] }} Change blocks that differ
 * @typedef {{ clip?: Clip, added: number, removed: number, diff?: Change[] }} Recalled
 *
 * @typedef {{ addresses: boolean, pages: boolean, captures: boolean }} Preferences
 * @typedef {{ folder: string, bytes: number, rows: number, clips: number, since?: string, preferences: Preferences, reports?: number, setAside?: string[] }} Overview
 *
 * @typedef {object} Settings
 * @property {'markdown' | 'json' | 'text'} format what copy and save give
 * @property {boolean} frontmatter
 * @property {'keep' | 'drop' | 'alt'} images
 * @property {'inline' | 'reference' | 'drop'} links
 * @property {boolean} comments
 * @property {number} commentDepth 1–10
 * @property {number} commentLimit 0 for all
 * @property {boolean} copyOnOpen
 * @property {boolean} askOrigin ask the page's own site for its Markdown, or for a thread's JSON
 */

export {};
