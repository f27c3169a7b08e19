/** The part of the options page about agents: the switch, and the allowed sites. */
import { api } from '../browser.js';
import { text } from '../text.js';
import { allowedSites, areOn, revokeSite, switchAgents } from './consent.js';

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

const showSites = async () => {
  const sites = Object.entries(await allowedSites());
  element('agentSitesNone').hidden = sites.length > 0;
  element('agentSites').replaceChildren(
    ...sites.map(([site, extent]) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text('agentsRevoke');
      button.setAttribute('aria-label', text('agentsRevokeSite', site));
      button.onclick = () => revokeSite(site);
      item.append(`${site} – ${text(`lasting_${extent}`)} `, button);
      return item;
    }),
  );
};

export const setUpAgentsSection = async () => {
  const box = element('agentsOn');
  box.checked = await areOn();
  box.onchange = () => switchAgents(box.checked);
  api.storage.onChanged.addListener(async () => {
    box.checked = await areOn();
    await showSites();
  });
  await showSites();
};
