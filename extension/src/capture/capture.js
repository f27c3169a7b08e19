/**
 * Reads the document, or what is selected in it, as the reader sees it. The
 * live page is only read: HTML comes from the browser's own serialiser, and
 * where a copy is needed it is built in an inert document, in which no script
 * runs and no image loads.
 *
 * Injected into pages, so it uses nothing from outside its own body.
 *
 * @param {import('../types.js').CaptureRequest} request
 * @returns {import('../types.js').Captured}
 */
export function capturePage({ what, slim }) {
  const maxDepth = 2000; // elements; what is deeper is captured without stamps
  const maxFrameDepth = 4;
  const maxDataUrl = 2048; // characters of a data: address worth keeping

  // A page can hide the properties of its document and of forms behind fields
  // of the same name. There the browser's own getters are called.
  const getter = (/** @type {object} */ prototype, /** @type {string} */ name) => {
    const get = /** @type {() => any} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get);
    return (/** @type {Node} */ node) => get.call(node);
  };
  const rootElementOf = getter(Document.prototype, 'documentElement');
  const ofForm = {
    first: getter(Element.prototype, 'firstElementChild'),
    next: getter(Element.prototype, 'nextElementSibling'),
    children: getter(Node.prototype, 'childNodes'),
  };
  const nameOf = (/** @type {Element} */ el) => (typeof el.localName === 'string' ? el.localName : 'form');
  const isForm = (/** @type {Node} */ node) => nameOf(/** @type {Element} */ (node)) === 'form';
  const spaceOf = (/** @type {Element} */ el) => (isForm(el) ? html : el.namespaceURI);
  const typeOf = (/** @type {Node} */ node) => (typeof node.nodeType === 'number' ? node.nodeType : 1);
  const firstOf = (/** @type {Element} */ el) => (isForm(el) ? ofForm.first(el) : el.firstElementChild);
  const nextOf = (/** @type {Element} */ el) => (isForm(el) ? ofForm.next(el) : el.nextElementSibling);
  const childrenOf = (/** @type {Element} */ el) => (isForm(el) ? ofForm.children(el) : el.childNodes);
  const parentOf = getter(Node.prototype, 'parentNode');
  const holds = (/** @type {Node} */ node, /** @type {Node} */ inner) => Node.prototype.contains.call(node, inner);
  const attributeOf = (/** @type {Element} */ el, /** @type {string} */ name) => Element.prototype.getAttribute.call(el, name);
  const isVisible = (/** @type {Element} */ el, /** @type {object} */ how) => Element.prototype.checkVisibility.call(el, how);

  const words = (/** @type {string} */ text) => new Set(text.split(/\s+/));
  // Elements that never hold text on screen, or whose inside the browser paints by itself.
  const unjudged = words(`area base br col colgroup datalist head link map meta noscript optgroup
    option param rp script source style template title track wbr`);
  const opaque = words('svg math select datalist textarea canvas video audio object');
  const inline = words(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s
    samp small span strike strong sub sup time tt u var`);
  // The only elements besides custom ones that may hold a shadow root.
  const hosts = words(`article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p
    section span`);
  const typed = words('text search url tel email number date time month week datetime-local');
  const uncopied = words('style noscript template object embed canvas svg video audio');

  const visible = { visibilityProperty: true };
  const html = 'http://www.w3.org/1999/xhtml';
  // How the inside of an element is judged.
  const shown = 0;
  const folded = 1; // closed details: the reader can open it, so only style counts
  const unseen = 2; // nothing in here is on screen

  /** @typedef {{ inside: number, hides: boolean, maybe: boolean }} Verdict */

  /** @param {Element} el @returns {ShadowRoot | null} */
  const shadowOf = (el) => {
    const name = nameOf(el);
    if (!hosts.has(name) && !name.includes('-')) return null;
    if (el.shadowRoot) return el.shadowRoot;
    const api = globalThis.chrome?.dom?.openOrClosedShadowRoot;
    return api ? api(/** @type {HTMLElement} */ (el)) : (/** @type {any} */ (el).openOrClosedShadowRoot ?? null);
  };

  /**
   * Says whether el, whose parent is judged as inside, is on screen. maybe
   * means that only a descendant can make it so (visibility: visible).
   * @param {Element} el @param {number} inside @param {Window} view @returns {Verdict}
   */
  const judge = (el, inside, view) => {
    let hides = false;
    let maybe = false;
    if (inside === folded) {
      const style = view.getComputedStyle(el);
      hides = style.display === 'none';
      maybe = !hides && style.visibility !== 'visible';
    } else if (!isVisible(el, visible)) {
      // No box of its own (display: contents) says nothing about the children.
      if (view.getComputedStyle(el).display !== 'contents') {
        maybe = isVisible(el, {});
        hides = !maybe;
      }
    }
    return { inside: hides ? unseen : inside, hides, maybe };
  };

  /** @param {Element} parent @param {Element} child @param {number} inside */
  const insideFor = (parent, child, inside) => {
    if (inside !== shown) return inside;
    if (nameOf(parent) === 'details' && attributeOf(parent, 'open') === null && nameOf(child) !== 'summary') return folded;
    return attributeOf(parent, 'hidden') === 'until-found' ? folded : inside;
  };

  /** @param {Element} el */
  const liveText = (el) => {
    const field = /** @type {any} */ (el);
    if (nameOf(el) === 'select') {
      return Array.from(field.selectedOptions, (/** @type {HTMLOptionElement} */ o) => o.text).join(', ');
    }
    const changed = field.value !== field.defaultValue && field.value;
    return changed && (nameOf(el) === 'textarea' || typed.has(field.type)) ? field.value : '';
  };

  /** @param {Element} el the address that an image really shows, if its markup does not say so */
  const realSource = (el) => {
    const { currentSrc, src } = /** @type {HTMLImageElement} */ (el);
    if (!currentSrc || currentSrc === src) return '';
    return currentSrc.startsWith('data:') && currentSrc.length > maxDataUrl ? '' : currentSrc;
  };

  /** @param {Document} doc */
  const describe = (doc) => ({
    url: getter(Document.prototype, 'URL')(doc),
    base: getter(Node.prototype, 'baseURI')(doc),
    title: getter(Document.prototype, 'title')(doc),
    contentType: getter(Document.prototype, 'contentType')(doc),
    lang: rootElementOf(doc).lang,
    rendered: true,
  });

  /** @param {Element} root */
  const startTag = (root) => {
    const quote = (/** @type {string} */ s) => s.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<${root.localName}${Array.from(root.attributes, (a) => ` ${a.name}="${quote(a.value)}"`).join('')}>`;
  };

  /** @param {Document} doc */
  const doctypeOf = (doc) => {
    const doctype = getter(Document.prototype, 'doctype')(doc);
    return doctype ? new XMLSerializer().serializeToString(doctype) : '';
  };

  /** @param {Element} frame @returns {Document | null} */
  const documentOf = (frame) => {
    try {
      return /** @type {HTMLIFrameElement} */ (frame).contentDocument; // null for another origin
    } catch {
      return null;
    }
  };

  /** @param {Document} doc */
  const hasBody = (doc) => getter(Document.prototype, 'body')(doc)?.hasChildNodes() ?? false;

  /**
   * Serialises doc by the browser and lists what only the browser knows.
   * @param {Document} doc @param {number} level of frames @returns {import('../types.js').Source}
   */
  const readDocument = (doc, level) => {
    const view = getter(Document.prototype, 'defaultView')(doc);
    const every = Math.max(1, Math.floor(Document.prototype.getElementsByTagName.call(doc, '*').length / 200));
    /** @type {import('../types.js').Stamps} */
    const stamps = { elements: 0, every, sample: [], hidden: [], fixed: [], block: [], pre: [], checked: [], source: [], value: [] };
    /** @type {import('../types.js').Frame[]} */
    const frames = [];
    /** @type {ShadowRoot[]} */
    const roots = [];
    let iframes = 0;
    let tooDeep = false;

    const count = (/** @type {string} */ name) => {
      if (stamps.elements % every === 0) stamps.sample.push(name.toLowerCase());
      return stamps.elements++;
    };

    const stampStyle = (/** @type {Element} */ el, /** @type {number} */ at, /** @type {boolean} */ kept) => {
      const style = view.getComputedStyle(el);
      const { position } = style;
      if (position === 'fixed' || position === 'sticky') stamps.fixed.push(at);
      if (inline.has(nameOf(el))) {
        const { display } = style;
        if (!display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby')) stamps.block.push(at);
      }
      const keeps = style.whiteSpaceCollapse !== 'collapse';
      if (keeps && !kept) stamps.pre.push(at);
      return keeps;
    };

    const stampState = (/** @type {Element} */ el, /** @type {number} */ at) => {
      switch (nameOf(el)) {
        case 'img': {
          const text = realSource(el);
          if (text) stamps.source.push({ at, text });
          break;
        }
        case 'input':
          if (/** @type {HTMLInputElement} */ (el).checked) stamps.checked.push(at);
        // falls through: other kinds of input hold text
        case 'textarea':
        case 'select': {
          const text = liveText(el);
          if (text) stamps.value.push({ at, text });
        }
      }
    };

    /** @returns {boolean} whether anything of el is on screen */
    const visit = (/** @type {Element} */ el, /** @type {number} */ inside, /** @type {boolean} */ kept, /** @type {number} */ depth) => {
      const name = nameOf(el);
      const at = count(name);
      const isHtml = spaceOf(el) === html;
      let on = inside !== unseen;
      let within = inside;
      let marks = -1;
      if (on && isHtml && !unjudged.has(name)) {
        const verdict = judge(el, inside, view);
        within = verdict.inside;
        on = !verdict.hides && !verdict.maybe;
        if (!on) marks = stamps.hidden.push(at) - 1;
        if (on) {
          kept = stampStyle(el, at, kept);
          stampState(el, at);
        }
      }
      if (name === 'iframe' && isHtml) {
        const ordinal = iframes++;
        const inner = on && level < maxFrameDepth ? documentOf(el) : null;
        if (inner && hasBody(inner)) frames.push({ ordinal, source: readDocument(inner, level + 1) });
      }
      if (depth > maxDepth) {
        tooDeep = true;
        return on;
      }
      // What the browser paints by itself is counted, not judged.
      const rest = isHtml && !opaque.has(name) && name !== 'head' ? within : unseen;
      const root = within !== unseen && isHtml ? shadowOf(el) : null;
      if (root) {
        roots.push(root);
        count('template');
        for (let c = root.firstElementChild; c; c = nextOf(c)) on = visit(c, within, kept, depth + 1) || on;
      }
      const inert = name === 'template' && isHtml ? /** @type {HTMLTemplateElement} */ (el).content : null;
      const each = inert ? unseen : rest;
      for (let c = inert ? inert.firstElementChild : firstOf(el); c; c = nextOf(c)) {
        on = visit(c, each === shown ? insideFor(el, c, each) : each, kept, depth + 1) || on;
      }
      if (marks >= 0) {
        if (on) stamps.hidden.splice(marks, 1);
        else stamps.hidden.length = marks + 1;
      }
      return on;
    };

    const root = rootElementOf(doc);
    visit(root, shown, false, 0);
    return {
      ...describe(doc),
      html: `${doctypeOf(doc)}${startTag(root)}${root.getHTML({ shadowRoots: roots })}</html>`,
      ...(tooDeep ? {} : { stamps }),
      ...(frames.length ? { frames } : {}),
    };
  };

  /**
   * Copies what is shown below root into an inert document; with ranges, only
   * what they hold. A copy says everything in its markup and needs no stamps.
   * @param {Document} doc @param {Element} root @param {Range[] | null} ranges
   * @returns {{ copy: Element | null, frames: import('../types.js').Frame[] }}
   */
  const copyShown = (doc, root, ranges) => {
    const view = getter(Document.prototype, 'defaultView')(doc);
    const inert = getter(Document.prototype, 'implementation')(doc).createHTMLDocument('');

    /** @type {import('../types.js').Frame[]} */
    const frames = [];
    let iframes = 0;

    const copyFrame = (/** @type {Element} */ el) => {
      const ordinal = iframes++;
      const inner = documentOf(el);
      if (inner && hasBody(inner) && !ranges) frames.push({ ordinal, source: readDocument(inner, 1) });
    };

    const copyText = (/** @type {Text} */ node) => {
      if (!ranges) return inert.createTextNode(node.data);
      const parts = ranges
        .filter((r) => r.intersectsNode(node))
        .map((r) => node.data.slice(r.startContainer === node ? r.startOffset : 0, r.endContainer === node ? r.endOffset : undefined));
      const text = parts.join(' ');
      return text ? inert.createTextNode(text) : null;
    };

    const writeState = (/** @type {Element} */ el, /** @type {Element} */ copy) => {
      for (const name of ['src', 'srcset', 'poster', 'href']) {
        const value = copy.getAttribute(name);
        if (value && value.length > maxDataUrl && value.trimStart().startsWith('data:')) copy.removeAttribute(name);
      }
      if (nameOf(el) === 'img') {
        const source = realSource(el);
        if (source) copy.setAttribute('src', source);
      } else if (nameOf(el) === 'input') {
        copy.toggleAttribute('checked', /** @type {HTMLInputElement} */ (el).checked);
        if (/** @type {HTMLInputElement} */ (el).type === 'password') copy.removeAttribute('value');
        else if (liveText(el)) copy.setAttribute('value', liveText(el));
      }
    };

    /** @returns {Node | null} */
    const copyNode = (/** @type {Node} */ node, /** @type {number} */ inside, /** @type {number} */ depth) => {
      if (depth > maxDepth || (ranges && !ranges.some((r) => r.intersectsNode(node)))) return null;
      if (typeOf(node) === 3) return copyText(/** @type {Text} */ (node));
      if (typeOf(node) !== 1) return null;
      const el = /** @type {Element} */ (node);
      const name = nameOf(el);
      if (uncopied.has(name) || (name === 'script' && attributeOf(el, 'type') !== 'application/ld+json')) return null;
      const verdict = spaceOf(el) === html && !unjudged.has(name) ? judge(el, inside, view) : null;
      if (verdict?.hides) return null;
      if (name === 'iframe') copyFrame(el);
      const copy = inert.importNode(el, false);
      writeState(el, copy);
      if (name === 'textarea') {
        copy.textContent = /** @type {HTMLTextAreaElement} */ (el).value;
        return copy;
      }
      const within = verdict?.inside ?? inside;
      const root = shadowOf(el);
      if (root) {
        const template = inert.createElement('template');
        template.setAttribute('shadowrootmode', 'open');
        for (const c of root.childNodes) append(template.content, copyNode(c, within, depth + 1));
        copy.append(template);
      }
      for (const c of childrenOf(el)) {
        const each = typeOf(c) === 1 ? insideFor(el, c, within) : within;
        // Text directly in an invisible element is not shown; a child may be.
        if (!(verdict?.maybe && typeOf(c) === 3)) append(copy, copyNode(c, each, depth + 1));
      }
      const empty = !Node.prototype.hasChildNodes.call(copy) && childrenOf(el).length > 0;
      return empty && (ranges || verdict?.maybe) ? null : copy;
    };

    const append = (/** @type {Node} */ parent, /** @type {Node | null} */ child) => {
      if (child) Node.prototype.appendChild.call(parent, child);
    };
    const copy = /** @type {Element | null} */ (copyNode(root, shown, 0));
    return { copy, frames };
  };

  /** Ranges of the selection that hold something, as live ranges. */
  const selectedRanges = (/** @type {Document} */ doc) => {
    const selection = Document.prototype.getSelection.call(doc);
    const ranges = [];
    for (let i = 0; i < (selection?.rangeCount ?? 0); i++) {
      const range = /** @type {Selection} */ (selection).getRangeAt(i);
      if (!range.collapsed) ranges.push(range);
    }
    return ranges;
  };

  /**
   * The element to copy from: the nearest one around all ranges that gives
   * their content its meaning, for example the table around two rows.
   * @param {Range[]} ranges
   */
  const rootOf = (ranges) => {
    /** @type {Node} */
    let root = ranges[0].commonAncestorContainer;
    while (parentOf(root) && (typeOf(root) !== 1 || !ranges.every((r) => holds(root, r.commonAncestorContainer)))) root = parentOf(root);
    let el = /** @type {Element} */ (typeOf(root) === 1 ? root : rootElementOf(document));
    const meaning = words(`a abbr b blockquote cite code del dl em h1 h2 h3 h4 h5 h6 i ins kbd mark ol
      pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var`);
    const cell = words('td th');
    if (cell.has(nameOf(el))) return el; // a part of one cell is no table
    for (let up = parentOf(el); up && meaning.has(nameOf(el)) && meaning.has(nameOf(up)) && !cell.has(nameOf(up)); up = parentOf(el)) el = up;
    return el;
  };

  const readSelection = (/** @type {Document} */ doc) => {
    const ranges = selectedRanges(doc);
    if (ranges.length === 0) return null;
    const root = rootOf(ranges);
    const { copy } = copyShown(doc, root, ranges);
    if (!copy) return null;
    const container = words('html body td th li').has(nameOf(root));
    return { ...describe(doc), html: getter(Element.prototype, container ? 'innerHTML' : 'outerHTML')(copy), fragment: true };
  };

  const root = rootElementOf(document);
  const isViewer = () =>
    getter(Document.prototype, 'contentType')(document) === 'application/pdf' ||
    Document.prototype.getElementById.call(document, 'webkit-xml-viewer-source-xml') !== null; // Chromium's, of XML
  if (root?.localName !== 'html' || isViewer()) return { problem: 'page_viewer' };
  if (what === 'selection') {
    const source = readSelection(document);
    return source ? { source } : { problem: 'no_selection' };
  }
  if (slim) {
    const { copy, frames } = copyShown(document, root, null);
    return { source: { ...describe(document), html: doctypeOf(document) + (copy?.outerHTML ?? ''), ...(frames.length ? { frames } : {}) } };
  }
  return { source: readDocument(document, 0) };
}
