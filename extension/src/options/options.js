/** The options page: settings, the shortcut, and the state of the host. */
import { setUpAgentsSection } from '../agents/options.js';
import { api } from '../browser.js';
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { loadSettings, saveSettings } from '../settings.js';
import { count, day, localise, text } from '../text.js';
import { setUpSharing, showTargets } from '../save/target-settings.js';

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
    titleHeading: data.has('titleHeading'),
    thoughts: data.has('thoughts'),
    comments: data.has('comments'),
    commentDepth: Number(data.get('commentDepth')),
    commentLimit: Number(data.get('commentLimit')),
    copyOnOpen: data.has('copyOnOpen'),
    askOrigin: data.has('askOrigin'),
    oneClick: data.has('oneClick'),
  });
};

const store = async () => {
  if (!form.reportValidity()) return; // depth outside 1–10 or limit below 0
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
  const status = element('diagnosis');
  status.removeAttribute('data-ok');
  status.textContent = text('checkingHost');
  element('hostFacts').replaceChildren();
  try {
    const { version, protocol, os, engines } = await send('diagnose', {});
    status.dataset.ok = 'true';
    status.textContent = text('hostWorks');
    element('hostFacts').replaceChildren(
      ...fact('hostVersion', version),
      ...fact('hostProtocol', String(protocol)),
      ...fact('hostSystem', os),
      ...fact('hostEngines', engines.join(', ')),
    );
  } catch (error) {
    status.dataset.ok = 'false';
    status.textContent = text(failures[asFailure(error).name].text);
  }
};

/** @typedef {import('../types.js').Preferences} Preferences */

const preferences = /** @type {(keyof Preferences)[]} */ (['pages', 'captures', 'addresses']);
/** @param {string} id */
const box = (id) => /** @type {HTMLInputElement} */ (element(id));

/** Shows the size of the database, and changes preferences if set is given. @param {Partial<Preferences>} [set] */
const showStorage = async (set) => {
  try {
    const { folder, bytes, rows, clips, since, reports = 0, setAside = [], preferences: now } = await send('memory', { set });
    for (const name of preferences) box(name).checked = now[name];
    box('captures').disabled = !now.pages;
    element('stored').replaceChildren(
      ...fact('storedRows', since ? text('storedSince', count(rows), day(since)) : count(rows)),
      ...fact('storedPages', count(clips)),
      ...fact('storedReports', count(reports)),
      ...fact('storedBytes', `${count(Math.ceil(bytes / 1024))} KiB`),
      ...fact('storedFolder', folder),
      ...(setAside.length ? fact('storedDamaged', setAside.join(', ')) : []),
    );
    element('memoryStatus').textContent = set ? text('statusStored') : '';
  } catch (error) {
    element('memoryStatus').textContent = text(failures[asFailure(error).name].text);
  }
};

const forget = async () => {
  if (!confirm(text('forgetSure'))) return;
  try {
    await send('forget', { all: true });
    await showStorage();
    element('memoryStatus').textContent = text('forgotten');
  } catch (error) {
    element('memoryStatus').textContent = text(failures[asFailure(error).name].text);
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
  for (const name of preferences) box(name).onchange = () => showStorage({ [name]: box(name).checked });
  element('openDashboard').onclick = () => api.tabs.create({ url: api.runtime.getURL('dashboard/dashboard.html') });
  element('forget').onclick = forget;
  showStorage();
  showTargets();
  setUpSharing(async () => fill(await loadSettings()));
  await setUpAgentsSection();
  element('diagnose').onclick = diagnose;
  element('copyCommand').onclick = copyCommand;
  if (location.hash === '#help') {
    element('help').focus();
    await diagnose();
  }
};

start();
