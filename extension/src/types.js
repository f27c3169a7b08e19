/**
 * Types that several modules share. This module has no code.
 *
 * @typedef {{ at: number, text: string }} ElementText a text and the position of its element
 *
 * @typedef {object} Annotations browser facts beside the DOM, by element position in document order (see the host's page package)
 * @property {number} elements number of elements counted
 * @property {number} every distance between samples
 * @property {string[]} sample lower-case names of elements 0, every, 2·every…
 * @property {number[]} hidden topmost elements of hidden subtrees
 * @property {number[]} fixed elements with position fixed or sticky
 * @property {number[]} block elements inline by name and block by style
 * @property {number[]} pre elements that preserve white space
 * @property {number[]} checked check boxes and radio buttons
 * @property {ElementText[]} source addresses of displayed images that differ from their src
 * @property {ElementText[]} value current text of form fields
 * @property {boolean} [styled] the fields below are known
 * @property {ElementText[]} unseen elements that style hides, and how: opacity, size, colour, clip, height or offscreen
 * @property {ElementText[]} generated counters and generated text as declarations, for example ::before{content:"Note: "}
 * @property {number[]} bold inline elements that style alone makes bold
 * @property {number[]} italic
 * @property {number[]} struck
 * @property {number[]} boxes of pictures: position, x, y, width, height in pixels, one after the other
 *
 * @typedef {object} Source a captured document
 * @property {string} url
 * @property {string} base
 * @property {string} title
 * @property {string} html
 * @property {string} contentType
 * @property {string} lang
 * @property {boolean} rendered
 * @property {boolean} [fragment] the HTML is a selected part, without boilerplate
 * @property {Annotations} [stamps]
 * @property {Frame[]} [frames]
 * @property {Alternate[]} [offers]
 *
 * @typedef {{ type: string, url: string, text: string }} Alternate the origin's own Markdown or JSON version of the page
 *
 * @typedef {{ ordinal: number, source: Source }} Frame a same-origin frame and its index among the document's iframes
 *
 * @typedef {'page' | 'selection'} Scope
 *
 * @typedef {object} CaptureRequest
 * @property {Scope} scope
 * @property {boolean} visibleOnly capture only visible elements, without scripts, styles and data images
 *
 * @typedef {{ source: Source, problem?: undefined } | { problem: string, source?: undefined }} CaptureResult
 *
 * @typedef {object} PageFacts facts about a tab that are not part of its content
 * @property {number} status of the response, 0 if unknown
 * @property {boolean} loading
 * @property {boolean} selected some text is selected
 *
 * @typedef {object} Choice overrides settings for one conversion
 * @property {string} [format]
 * @property {boolean} [whole] the whole page, without navigation, instead of the main content
 *
 * @typedef {{ code: string, engine?: string, other?: string, scores?: number[], counts?: number[], cause?: Reason }} Reason
 *
 * @typedef {object} Explanation
 * @property {Reason[]} reasons
 * @property {boolean} [clean] the source holds nothing but content
 * @property {{ unit: string, shown: number, all: number }} [extent] how much of a list the page shows
 * @property {string} [wall] why the page shows little besides a notice
 * @property {string} [page] key of the page in the host's memory
 *
 * @typedef {{ kind: string, text: string, words?: number, kept: boolean }} Piece of a page; kept before any change
 *
 * @typedef {object} Result fields of the host's result object that this extension reads
 * @property {string} url
 * @property {string} title
 * @property {string} markdown
 * @property {Record<string, unknown> & { source?: string, quality?: number, words?: number, tokens?: number, site?: string }} metadata
 * @property {{ score: number, factors: Record<string, boolean> }} quality
 * @property {{ score: number, band: string }} [confidence]
 * @property {{ min: number, verdict: string }} [agreement]
 * @property {{ share: number, missing?: { block: number, text: string }[], parts?: Record<string, { kept: number, of: number }> }} [coverage]
 * @property {string} reason
 * @property {{ kind: string, count: number, of?: number, named?: string[] }[]} [losses]
 * @property {{ shown: number, all: number }} [comments]
 * @property {{ shown: number, all: number, roles: Record<string, number> }} [turns]
 * @property {Explanation} [explanation]
 * @property {{ kind: string, place: string, text: string }[]} [suspicious]
 * @property {{ markdown: number, html: number }} [tokens]
 * @property {string} [text]
 * @property {string} [html]
 * @property {Record<string, number>} [milliseconds]
 *
 * @typedef {object} SummaryOrder
 * @property {number} tabId
 * @property {string} url
 * @property {string} title
 * @property {string} markdown without front matter
 * @property {string} [allow] the origin that the reader consents to
 *
 * @typedef {object} Summary the host's answer; offsets are in bytes of UTF-8
 * @property {string} summary
 * @property {string} model
 * @property {string} provider origin of the service
 * @property {number} [chunks]
 * @property {number} [cut] number of answers that hit the length limit
 * @property {{ text: string, sources?: { block: number, text: string }[], doubts?: { start: number, end: number, kind: string }[] }[]} [sentences]
 *
 * @typedef {{ summary?: Summary, consent?: { origin: string, model: string } }} SummaryReply either of the two
 *
 * @typedef {object} Answer sections of a page that answer a question
 * @property {'high' | 'medium' | 'low'} match
 * @property {string} markdown
 *
 * @typedef {object} Stats statistics of the host's log over a time window (docs/protocol.md)
 * @property {number} total
 * @property {string} window
 * @property {{ source: string, count: number, pct: number, avgQuality: number, avgConfidence?: number, avgLen: number, avgMs: number }[]} bySource
 * @property {{ outcome: string, count: number }[]} byOutcome
 * @property {{ domain: string, count: number, avgQuality: number }[]} lowQualityDomains
 * @property {{ domain: string, count: number }[]} fallbackByDomain
 * @property {Record<string, { p50: number, p90: number, p99: number }>} percentiles
 * @property {{ day: string, count: number, avgQuality: number, avgMs: number, fallbacks: number }[]} trend
 * @property {{ compared: boolean, alarms: Alert[] }} drift
 * @property {{ at: string, client: string, site: string, what: string, tokens: number, purpose?: string }[]} [agentReads] newest first
 *
 * @typedef {{ figure: string, source?: string, of: string, before: number, now: number, chance: number }} Alert
 *
 * @typedef {object} Clip a saved page
 * @property {number} clip
 * @property {string} saved RFC 3339
 * @property {string} url
 * @property {number} edition number of the revision
 * @property {string} title
 * @property {string} [markdown]
 * @property {string} [excerpt]
 * @property {Change[]} [diff] against the previous revision; only in the reply to clip
 *
 * @typedef {{ clip?: Clip, tooLong?: boolean, off?: boolean, failed?: string }} SaveReply if page memory is on: the clip, or
 *   the reason that there is none; off: page memory has been turned off outside of this extension; failed: name of a failure
 * @typedef {{ at: number, removed?: string[], added?: string[] }} Change consecutive blocks that differ
 * @typedef {{ clip?: Clip, added: number, removed: number, diff?: Change[] }} Recall the last clip of a page, if any, and the difference to it
 *
 * @typedef {{ aliases: string[], chosen: string, problem: boolean, file: string }} TargetList folders for notes by alias; chosen: the
 *   last one used for the page's site; problem: the settings file has errors
 * @typedef {{ url: string, fate: 'stored' | 'blocked' | 'status' | 'large' | 'type' | 'limit', path?: string }} PictureFate what became of a
 *   picture of a note: stored, or the reason that it keeps its address
 * @typedef {{ path: string, outcome: string, beside?: string, pictures?: PictureFate[] }} NoteReply path is below the folder; beside: the file with the reader's edited text
 *
 * @typedef {{ addresses: boolean, pages: boolean, captures: boolean }} Preferences
 * @typedef {{ folder: string, bytes: number, rows: number, clips: number, since?: string, preferences: Preferences, reports?: number, setAside?: string[] }} StorageStatus
 *
 * @typedef {object} Settings
 * @property {'markdown' | 'json' | 'text' | 'html'} format of copied and saved text
 * @property {boolean} frontmatter
 * @property {boolean} titleHeading
 * @property {boolean} thoughts
 * @property {'keep' | 'drop' | 'alt'} images
 * @property {'inline' | 'reference' | 'drop'} links
 * @property {boolean} comments
 * @property {number} commentDepth 1–10
 * @property {number} commentLimit 0 for all
 * @property {boolean} copyOnOpen
 * @property {boolean} oneClick a click of the toolbar button copies without a popup
 * @property {boolean} oneClickAsked the popup has offered this
 * @property {boolean} askOrigin request alternates from the page's own origin
 */

export {};
