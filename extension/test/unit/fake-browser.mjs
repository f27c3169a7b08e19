/** A minimal fake of the browser's API for unit tests. */
const storageArea = () => {
  /** @type {Record<string, unknown>} */
  const stored = {};
  return { get: async () => ({ ...stored }), set: async (/** @type {object} */ values) => Object.assign(stored, values) };
};
/** @type {any} */ (globalThis).chrome = {
  runtime: {
    id: 'test',
    getURL: (/** @type {string} */ path) => `chrome-extension://test/${path}`,
    getManifest: () => ({ version: '0.0.0' }),
    onMessage: { addListener: () => {} },
  },
  storage: { local: storageArea() },
  i18n: { getMessage: (/** @type {string} */ id) => (id === 'languageTag' ? 'en' : id), getUILanguage: () => 'en' },
};
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { userAgent: '' } }); // Node 20 has no navigator
