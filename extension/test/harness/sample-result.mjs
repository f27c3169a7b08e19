/** A sample result for the scripted host. */
export const result = {
  url: 'https://example.org/',
  title: 'A title',
  markdown: '# A title\n\nSome text.\n'.repeat(40),
  metadata: { source: 'blocks', words: 12, tokens: 20, fidelity: 1 },
  quality: { score: 0.65, factors: { length: true, ratio: true, semantic: false, heading: true, paragraphs: false } },
  confidence: { score: 0.8, band: 'medium' },
  coverage: { share: 0.98 },
  agreement: { min: 0.7, verdict: 'warn' },
  reason: 'blocks: highest expected F1 (0.80 against 0.78 of trafilatura)',
  losses: [{ kind: 'iframe', count: 1 }],
};
