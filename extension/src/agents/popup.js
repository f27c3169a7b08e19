/** The part of the popup that lets agents read the tab's site; shown while agents are on. */
import { api } from '../browser.js';
import { text } from '../text.js';
import { allowOnce, allowedSites, areOn, endOnce, isReadable, requestSite, revokeSite, siteOf } from './consent.js';
import { isSensitive } from './sensitive.js';

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {chrome.tabs.Tab} tab */
export const setUpAgentsPanel = async (tab) => {
  const site = siteOf(tab.url);
  if (!site || tab.incognito || !(await areOn())) return;
  const { hostname } = new URL(site);
  let warns = false; // shows the warning about a sensitive site

  const show = async () => {
    const readable = await isReadable(tab);
    const extent = (await allowedSites())[site];
    element('agents').hidden = false;
    element('agentsState').textContent = readable ? text(`consent_${extent ?? 'once'}`, hostname) : warns ? text('agentsSensitive', hostname) : '';
    element('agentsAllow').hidden = readable;
    element('agentsExtent').hidden = readable;
    element('agentsRevoke').hidden = !readable;
    element('agentsAllow').textContent = text(warns ? 'agentsAllowAnyway' : 'agentsAllow', hostname);
    element('agentsExtent').setAttribute('aria-label', text('agentsExtent'));
  };

  element('agentsAllow').onclick = async () => {
    if (isSensitive(hostname) && !warns) {
      warns = true;
      return show();
    }
    warns = false;
    const extent = element('agentsExtent').value;
    if (extent === 'once') await allowOnce(tab);
    else await requestSite(site, extent); // first in the handler: the browser wants the click
    await show();
  };
  element('agentsRevoke').onclick = async () => {
    await endOnce(/** @type {number} */ (tab.id));
    await revokeSite(site);
    await show();
  };
  element('agentsExtent').replaceChildren(
    ...['once', 'session', 'always'].map((extent) => Object.assign(document.createElement('option'), { value: extent, textContent: text(`lasting_${extent}`) })),
  );
  await show();
  api.storage.onChanged.addListener(show);
};
