/**
 * All failures that the interface shows. Each has a name, a sentence and an
 * action; the host's error codes map to the same names.
 */

/**
 * @typedef {'retry' | 'openInstallHelp' | 'openExtensionSettings' | 'convertSelection'
 *   | 'convertPage' | 'reloadPage' | 'close' | 'save' | 'copy'} Action save and copy name the buttons beside a result
 */

/** @type {Record<string, { text: string, action: Action }>} */
export const failures = {
  host_missing: { text: 'failHostMissing', action: 'openInstallHelp' },
  host_forbidden: { text: 'failHostForbidden', action: 'openInstallHelp' },
  host_missing_or_forbidden: { text: 'failHostMissingOrForbidden', action: 'openInstallHelp' },
  host_broken: { text: 'failHostBroken', action: 'openInstallHelp' },
  host_garbage: { text: 'failHostGarbage', action: 'openInstallHelp' },
  host_silent: { text: 'failHostSilent', action: 'retry' },
  host_stopped: { text: 'failHostStopped', action: 'retry' },
  host_too_old: { text: 'failHostTooOld', action: 'openInstallHelp' },
  extension_too_old: { text: 'failExtensionTooOld', action: 'openExtensionSettings' },
  host_busy: { text: 'failHostBusy', action: 'retry' },
  host_memory: { text: 'failHostMemory', action: 'convertSelection' },
  page_blocked: { text: 'failPageBlocked', action: 'close' },
  page_viewer: { text: 'failPageViewer', action: 'close' },
  page_editor: { text: 'failPageEditor', action: 'close' },
  page_pdf: { text: 'failPagePdf', action: 'close' },
  wall_cookies: { text: 'wallCookies', action: 'retry' },
  wall_login: { text: 'wallLogin', action: 'retry' },
  wall_robot: { text: 'wallRobot', action: 'retry' },
  page_denied: { text: 'failPageDenied', action: 'retry' },
  page_error: { text: 'failPageError', action: 'reloadPage' },
  page_gone: { text: 'failPageGone', action: 'retry' },
  page_changed: { text: 'failPageChanged', action: 'retry' },
  page_busy: { text: 'failPageBusy', action: 'retry' },
  file_denied: { text: 'failFileDenied', action: 'openExtensionSettings' },
  frame_denied: { text: 'failFrameDenied', action: 'close' },
  page_empty: { text: 'failPageEmpty', action: 'reloadPage' },
  page_too_large: { text: 'failPageTooLarge', action: 'convertSelection' },
  no_selection: { text: 'failNoSelection', action: 'convertPage' },
  timeout: { text: 'failTimeout', action: 'retry' },
  cancelled: { text: 'failCancelled', action: 'retry' },
  clipboard: { text: 'failClipboard', action: 'save' },
  download: { text: 'failDownload', action: 'copy' },
  model_missing: { text: 'failModelMissing', action: 'openInstallHelp' },
  model_consent: { text: 'failModelConsent', action: 'retry' },
  model_config: { text: 'failModelConfig', action: 'openInstallHelp' },
  model_unreachable: { text: 'failModelUnreachable', action: 'retry' },
  model_key: { text: 'failModelKey', action: 'openInstallHelp' },
  model_busy: { text: 'failModelBusy', action: 'retry' },
  model_context: { text: 'failModelContext', action: 'openInstallHelp' },
  model_failed: { text: 'failModelFailed', action: 'retry' },
  store: { text: 'failStore', action: 'retry' },
  store_read: { text: 'failStoreRead', action: 'retry' },
  settings: { text: 'failSettings', action: 'save' },
  no_target: { text: 'failNoTarget', action: 'save' },
  note_too_long: { text: 'failNoteTooLong', action: 'save' },
  note_template: { text: 'failNoteTemplate', action: 'save' },
  note_no_folder: { text: 'failNoteNoFolder', action: 'save' },
  note_denied: { text: 'failNoteDenied', action: 'save' },
  note_full: { text: 'failNoteFull', action: 'copy' },
  note_busy: { text: 'failNoteBusy', action: 'save' },
  note_failed: { text: 'failNoteFailed', action: 'save' },
  internal: { text: 'failInternal', action: 'retry' },
};

/** Failures by error code of the host. */
const codes = /** @type {Record<string, string>} */ ({
  E_ORIGIN: 'host_forbidden',
  E_BUSY: 'host_busy',
  E_MEMORY: 'host_memory',
  E_PANIC: 'host_stopped',
  E_RESTART: 'host_stopped',
  E_DOC_TOO_LARGE: 'page_too_large',
  E_FRAME_TOO_LARGE: 'page_too_large',
  E_TOO_MANY_NODES: 'page_too_large',
  E_EMPTY: 'page_empty',
  E_NO_CONTENT: 'page_empty',
  E_GONE: 'page_changed',
  E_TIMEOUT: 'timeout',
  E_CANCELLED: 'cancelled',
  E_NO_MODEL: 'model_missing',
  E_CONSENT: 'model_consent',
  E_STORE: 'store',
  E_SETTINGS: 'settings',
  E_NO_TARGET: 'no_target',
  E_TEMPLATE: 'note_template',
});

/** Failures by kind of E_WRITE; other kinds are note_failed. */
const writeKinds = /** @type {Record<string, string>} */ ({
  'no-folder': 'note_no_folder',
  denied: 'note_denied',
  'read-only': 'note_denied',
  links: 'note_denied',
  full: 'note_full',
  busy: 'note_busy',
});

/** Failures by wall of E_NO_CONTENT; others are page_empty. */
const walls = /** @type {Record<string, string>} */ ({ cookies: 'wall_cookies', login: 'wall_login', robot: 'wall_robot', editor: 'page_editor' });

/** Failures by kind of E_MODEL; other kinds are model_failed. */
const kinds = /** @type {Record<string, string>} */ ({
  config: 'model_config',
  unknown: 'model_config',
  unreachable: 'model_unreachable',
  silent: 'model_unreachable',
  key: 'model_key',
  busy: 'model_busy',
  context: 'model_context',
});

/** detail is for diagnosis and never contains page text. */
export class Failure extends Error {
  /** @param {string} name @param {string} [detail] @param {Record<string, unknown>} [about] detail object of the host's error */
  constructor(name, detail = '', about = {}) {
    super(detail ? `${name}: ${detail}` : name);
    this.name = name in failures ? name : 'internal';
    this.detail = detail;
    this.about = about;
  }
}

/**
 * @param {{ code?: unknown, detail?: any }} error an error message of the host
 * @returns {Failure}
 */
export const failureOf = (error) => {
  const code = String(error.code ?? '');
  if (code === 'E_PROTO') {
    return new Failure(error.detail?.update === 'extension' ? 'extension_too_old' : 'host_too_old', code);
  }
  if (code === 'E_MODEL') return new Failure(kinds[error.detail?.kind] ?? 'model_failed', code);
  if (code === 'E_STORE' && error.detail?.kind === 'read') return new Failure('store_read', code);
  if (code === 'E_NO_CONTENT' && walls[error.detail?.wall]) return new Failure(walls[error.detail.wall], code);
  if (code === 'E_WRITE') return new Failure(writeKinds[error.detail?.kind] ?? 'note_failed', code);
  return new Failure(codes[code] ?? 'internal', code, error.detail);
};

/** @param {unknown} error @returns {Failure} */
export const asFailure = (error) => (error instanceof Failure ? error : new Failure('internal', String(error)));
