/** Stands in for the browser's API where a module is imported outside one. */
/** @type {any} */ (globalThis).chrome = {
  runtime: {
    id: 'test',
    getURL: (/** @type {string} */ path) => `chrome-extension://test/${path}`,
    getManifest: () => ({ version: '0.0.0' }),
    onMessage: { addListener: () => {} },
  },
  i18n: { getMessage: (/** @type {string} */ id) => (id === 'languageTag' ? 'en' : id), getUILanguage: () => 'en' },
};
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { userAgent: '' } }); // Node 20 has none
