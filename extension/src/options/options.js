/** The options page: settings, the shortcut, and the state of the host. */
import { api } from '../browser.js';
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { loadSettings, saveSettings } from '../settings.js';
import { localise, text } from '../text.js';

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (element('settings'));

/** @typedef {import('../types.js').Settings} Settings */

/** @param {Settings} settings */
const fill = (settings) => {
  for (const [name, value] of Object.entries(settings)) {
    const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
    if (field?.type === 'checkbox') field.checked = Boolean(value);
    else if (field) field.value = String(value);
  }
};

/** @returns {Settings} */
const read = () => {
  const data = new FormData(form);
  return /** @type {Settings} */ ({
    format: data.get('format'),
    images: data.get('images'),
    links: data.get('links'),
    frontmatter: data.has('frontmatter'),
    comments: data.has('comments'),
    commentDepth: Number(data.get('commentDepth')),
    copyOnOpen: data.has('copyOnOpen'),
    askOrigin: data.has('askOrigin'),
  });
};

const store = async () => {
  if (!form.reportValidity()) return; // a depth outside 1–10
  await saveSettings(read());
  element('status').textContent = text('statusStored');
};

const showShortcut = async () => {
  const commands = await api.commands.getAll();
  const { shortcut } = commands.find(({ name }) => name === 'copy-page') ?? {};
  element('shortcut').textContent = shortcut || text('shortcutNone');
};

/** @param {string} id @param {string} value */
const fact = (id, value) => {
  const term = document.createElement('dt');
  const detail = document.createElement('dd');
  term.textContent = text(id);
  detail.textContent = value;
  return [term, detail];
};

const diagnose = async () => {
  const said = element('diagnosis');
  said.removeAttribute('data-ok');
  said.textContent = text('checkingHost');
  element('hostFacts').replaceChildren();
  try {
    const { version, protocol, os, engines } = await send('diagnose', {});
    said.dataset.ok = 'true';
    said.textContent = text('hostWorks');
    element('hostFacts').replaceChildren(
      ...fact('hostVersion', version),
      ...fact('hostProtocol', String(protocol)),
      ...fact('hostSystem', os),
      ...fact('hostEngines', engines.join(', ')),
    );
  } catch (error) {
    said.dataset.ok = 'false';
    said.textContent = text(failures[asFailure(error).name].text);
  }
};

const copyCommand = async () => {
  await navigator.clipboard.writeText(element('command').textContent ?? '');
  element('copyCommand').textContent = text('statusCopied');
};

const start = async () => {
  localise(document);
  document.title = text('optionsTitle');
  fill(await loadSettings());
  await showShortcut();
  form.addEventListener('change', store);
  form.addEventListener('submit', (event) => event.preventDefault());
  element('diagnose').onclick = diagnose;
  element('copyCommand').onclick = copyCommand;
  if (location.hash === '#help') {
    element('help').focus();
    await diagnose();
  }
};

start();
