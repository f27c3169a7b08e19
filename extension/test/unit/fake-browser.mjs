/** A minimal fake of the browser's API for unit tests. */
/** @type {any} */ (globalThis).chrome = {
  runtime: {
    id: 'test',
    getURL: (/** @type {string} */ path) => `chrome-extension://test/${path}`,
    getManifest: () => ({ version: '0.0.0' }),
    onMessage: { addListener: () => {} },
  },
  i18n: { getMessage: (/** @type {string} */ id) => (id === 'languageTag' ? 'en' : id), getUILanguage: () => 'en' },
};
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { userAgent: '' } }); // Node 20 has no navigator
