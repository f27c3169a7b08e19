/**
 * Sites that need a second click before agents may read them: mail, password
 * managers, banks, health and government. internal/sensitive/hosts.txt is the same
 * list, by topic. An unknown bank is not on it.
 */
const hosts = new Set(
  `
  mail.google.com outlook.live.com outlook.office.com outlook.office365.com mail.yahoo.com mail.proton.me mail.protonmail.com fastmail.com
  mail.zoho.com icloud.com gmx.net gmx.de gmx.com web.de t-online.de mail.ru mail.yandex.com mail.yandex.ru tutanota.com app.tuta.com mailbox.org
  posteo.de hey.com mail.com freenet.de laposte.net orange.fr libero.it mail.qq.com mail.163.com mail.126.com mail.naver.com hushmail.com runbox.com
  startmail.com vault.bitwarden.com vault.bitwarden.eu my.1password.eu 1password.com lastpass.com app.dashlane.com keepersecurity.com
  keepersecurity.eu nordpass.com pass.proton.me passwords.google.com accounts.google.com myaccount.google.com login.microsoftonline.com
  login.live.com account.microsoft.com appleid.apple.com account.apple.com idmsa.apple.com okta.com onelogin.com auth0.com duosecurity.com enpass.io
  roboform.com passbolt.com accounts.firefox.com account.proton.me paypal.com wise.com revolut.com n26.com klarna.com stripe.com venmo.com cash.app
  squareup.com payoneer.com skrill.com neteller.com adyen.com chase.com bankofamerica.com wellsfargo.com citi.com citibank.com usbank.com
  capitalone.com pnc.com tdbank.com td.com truist.com ally.com schwab.com fidelity.com vanguard.com etrade.com robinhood.com interactivebrokers.com
  americanexpress.com discover.com goldmansachs.com marcus.com morganstanley.com hsbc.com hsbc.co.uk barclays.co.uk lloydsbank.com natwest.com
  rbs.co.uk santander.co.uk santander.com santander.de halifax.co.uk nationwide.co.uk monzo.com starlingbank.com firstdirect.com tsb.co.uk
  sparkasse.de deutsche-bank.de commerzbank.de comdirect.de ing.de ing.com ing.nl dkb.de postbank.de hypovereinsbank.de targobank.de volksbank.de
  vr.de norisbank.de consorsbank.de traderepublic.com scalable.capital ubs.com credit-suisse.com postfinance.ch raiffeisen.ch zkb.ch raiffeisen.at
  erstegroup.com sparkasse.at bawag.at bnpparibas.com bnpparibas.net societegenerale.fr credit-agricole.fr creditmutuel.fr lcl.fr labanquepostale.fr
  boursorama.com boursobank.com caixabank.es bbva.es bbva.com bankinter.com sabadell.com intesasanpaolo.com unicredit.it unicreditgroup.eu fineco.it
  rabobank.nl abnamro.nl kbc.be belfius.be nordea.com danskebank.dk swedbank.com seb.se handelsbanken.com dnb.no pkobp.pl mbank.pl rbc.com
  scotiabank.com bmo.com cibc.com commbank.com.au westpac.com.au nab.com.au anz.com anz.com.au icicibank.com hdfcbank.com onlinesbi.sbi itau.com.br
  bradesco.com.br nubank.com.br alipay.com coinbase.com binance.com kraken.com crypto.com bitstamp.net gemini.com blockchain.com metamask.io
  mychart.com mychart.org nhs.uk myuhc.com uhc.com aetna.com cigna.com anthem.com kp.org healthy.kaiserpermanente.org bcbs.com humana.com
  teladoc.com zocdoc.com doctolib.de doctolib.fr doctolib.it jameda.de tk.de barmer.de dak.de aok.de ameli.fr 23andme.com ancestry.com
  betterhelp.com talkspace.com followmyhealth.com athenahealth.com onemedical.com walgreens.com cvs.com gov gov.uk gov.au govt.nz gc.ca canada.ca
  mil bund.de elster.de arbeitsagentur.de deutsche-rentenversicherung.de bundid.de service-public.fr gouv.fr admin.ch ch.ch gv.at gob.es
  agenciatributaria.es gov.it inps.it gov.pt gov.br gov.in gov.ie gov.pl overheid.nl belastingdienst.nl digid.nl belgium.be borger.dk skat.dk
  skatteverket.se forsakringskassan.se altinn.no skatteetaten.no suomi.fi vero.fi europa.eu id.me
  `.trim().split(/\s+/),
);

/** @param {string} host in lower case, without port @returns {boolean} whether it or a parent domain is listed */
export const isSensitive = (host) => {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.some((_, i) => hosts.has(labels.slice(i).join('.')));
};

export const sensitiveHosts = [...hosts];
