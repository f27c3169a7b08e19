/** A sample result for the scripted host. */
export const result = {
  url: 'https://example.org/',
  title: 'A title',
  markdown: '---\ntitle: A title\n---\n\n# A title\n\nSome *text* with a [link](https://example.org/a).\n'.concat('Some text.\n\n'.repeat(40)),
  metadata: { source: 'blocks', words: 12, tokens: 20, fidelity: 1 },
  quality: { score: 0.65, factors: { length: true, ratio: true, semantic: false, heading: true, paragraphs: false } },
  confidence: { score: 0.8, band: 'medium' },
  coverage: { share: 0.98, parts: { pictures: { kept: 2, of: 3 }, tables: { kept: 1, of: 1 } } },
  agreement: { min: 0.7, verdict: 'warn' },
  reason: 'blocks: highest expected F1 (0.80 against 0.78 of trafilatura)',
  explanation: { reasons: [{ code: 'highest', engine: 'blocks', other: 'trafilatura', scores: [0.8, 0.78] }], page: 'x-1' },
  tokens: { markdown: 20, html: 1234 },
  losses: [{ kind: 'iframe', count: 1 }],
};
