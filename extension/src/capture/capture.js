/**
 * Captures the rendered document or its selection. Does not change the page:
 * HTML comes from the browser's serialiser, and copies are built in an inert
 * document, in which no script runs and no image loads.
 *
 * Runs inside the page, so its body must not refer to anything outside of it.
 *
 * @param {import('../types.js').CaptureRequest} request
 * @returns {import('../types.js').CaptureResult}
 */
export function capturePage({ scope, visibleOnly }) {
  const maxDepth = 2000; // elements; deeper documents are captured without annotations
  const maxFrameDepth = 4;
  const maxDataUrl = 2048; // characters; longer data URLs are dropped

  // Form fields and images named like a property of document or of a form hide
  // that property (DOM clobbering). The prototype's getters are not affected.
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
  const namespaceOf = (/** @type {Element} */ el) => (isForm(el) ? html : el.namespaceURI);
  const typeOf = (/** @type {Node} */ node) => (typeof node.nodeType === 'number' ? node.nodeType : 1);
  const firstOf = (/** @type {Element} */ el) => (isForm(el) ? ofForm.first(el) : el.firstElementChild);
  const nextOf = (/** @type {Element} */ el) => (isForm(el) ? ofForm.next(el) : el.nextElementSibling);
  const childrenOf = (/** @type {Element} */ el) => (isForm(el) ? ofForm.children(el) : el.childNodes);
  const parentOf = getter(Node.prototype, 'parentNode');
  const contains = (/** @type {Node} */ node, /** @type {Node} */ inner) => Node.prototype.contains.call(node, inner);
  const attributeOf = (/** @type {Element} */ el, /** @type {string} */ name) => Element.prototype.getAttribute.call(el, name);
  const isVisible = (/** @type {Element} */ el, /** @type {object} */ how) => Element.prototype.checkVisibility.call(el, how);

  const words = (/** @type {string} */ text) => new Set(text.split(/\s+/));
  // Elements whose visibility is not checked: they contain no visible text, or belong to a
  // control that the browser renders.
  const unchecked = words(`area base br col colgroup datalist head link map meta noscript optgroup
    option param rp script source style template title track wbr`);
  // Elements whose content the browser renders by itself; descendants are not checked.
  const replaced = words('svg math select datalist textarea canvas video audio object');
  const inline = words(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s
    samp small span strike strong sub sup time tt u var`);
  // The elements besides custom ones that may have a shadow root.
  const shadowHosts = words(`article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p
    section span`);
  const textInputs = words('text search url tel email number date time month week datetime-local');
  const notCopied = words('style noscript template object embed canvas svg video audio');

  const readerOfStyles = /** @type {any} */ (globalThis).pulltabStyles; // see defineStyles; undefined without it

  const withVisibility = { visibilityProperty: true };
  const html = 'http://www.w3.org/1999/xhtml';
  // Visibility of the children of an element.
  const shown = 0;
  const collapsed = 1; // in closed details or hidden="until-found", which the reader can open: only display and visibility count
  const hidden = 2;

  /** @typedef {{ inside: number, hides: boolean, maybe: boolean }} Visibility */

  /** @param {Element} el @returns {ShadowRoot | null} */
  const shadowOf = (el) => {
    const name = nameOf(el);
    if (!shadowHosts.has(name) && !name.includes('-')) return null;
    if (el.shadowRoot) return el.shadowRoot;
    const api = globalThis.chrome?.dom?.openOrClosedShadowRoot;
    return api ? api(/** @type {HTMLElement} */ (el)) : (/** @type {any} */ (el).openOrClosedShadowRoot ?? null);
  };

  /**
   * Computes the visibility of el in a parent with the visibility inside. maybe:
   * el itself is invisible, but descendants with visibility: visible are not.
   * @param {Element} el @param {number} inside @param {Window} view @returns {Visibility}
   */
  const visibilityOf = (el, inside, view) => {
    let hides = false;
    let maybe = false;
    if (inside === collapsed) {
      const style = view.getComputedStyle(el);
      hides = style.display === 'none';
      maybe = !hides && style.visibility !== 'visible';
    } else if (!isVisible(el, withVisibility)) {
      // An element with display: contents has no box, but its children may.
      if (view.getComputedStyle(el).display !== 'contents') {
        maybe = isVisible(el, {});
        hides = !maybe;
      }
    }
    return { inside: hides ? hidden : inside, hides, maybe };
  };

  /** @param {Element} parent @param {Element} child @param {number} inside */
  const insideFor = (parent, child, inside) => {
    if (inside !== shown) return inside;
    if (nameOf(parent) === 'details' && attributeOf(parent, 'open') === null && nameOf(child) !== 'summary') return collapsed;
    return attributeOf(parent, 'hidden') === 'until-found' ? collapsed : inside;
  };

  /** @param {Element} el */
  const liveText = (el) => {
    const field = /** @type {any} */ (el);
    if (nameOf(el) === 'select') {
      return Array.from(field.selectedOptions, (/** @type {HTMLOptionElement} */ o) => o.text).join(', ');
    }
    if (/\b(cc-|one-time-code|password)/.test(attributeOf(el, 'autocomplete') ?? '')) return '';
    const changed = field.value !== field.defaultValue && field.value;
    return changed && (nameOf(el) === 'textarea' || textInputs.has(field.type)) ? field.value : '';
  };

  /** The address of the image that is displayed, if it differs from src. @param {Element} el */
  const displayedSource = (el) => {
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

  /** @param {number} every @returns {import('../types.js').Annotations} */
  const emptyAnnotations = (every) => ({
    elements: 0, every, sample: [], hidden: [], fixed: [], block: [], pre: [], checked: [], source: [], value: [],
    unseen: [], generated: [], bold: [], italic: [], struck: [], boxes: [],
  });

  /**
   * Serialises doc and collects its annotations.
   * @param {Document} doc @param {number} level of nested frames @returns {import('../types.js').Source}
   */
  const readDocument = (doc, level) => {
    const view = getter(Document.prototype, 'defaultView')(doc);
    const every = Math.max(1, Math.floor(Document.prototype.getElementsByTagName.call(doc, '*').length / 200));
    const annotations = emptyAnnotations(every);
    const styles = readerOfStyles?.(view, doc, annotations);
    /** @type {import('../types.js').Frame[]} */
    const frames = [];
    /** @type {ShadowRoot[]} */
    const roots = [];
    let iframes = 0;
    let tooDeep = false;

    const count = (/** @type {string} */ name) => {
      if (annotations.elements % every === 0) annotations.sample.push(name.toLowerCase());
      return annotations.elements++;
    };

    const annotateStyle = (/** @type {Element} */ el, /** @type {CSSStyleDeclaration} */ style, /** @type {number} */ at, /** @type {boolean} */ preserved) => {
      const { position } = style;
      if (position === 'fixed' || position === 'sticky') annotations.fixed.push(at);
      if (inline.has(nameOf(el))) {
        const { display } = style;
        if (!display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby')) annotations.block.push(at);
      }
      const preserves = style.whiteSpaceCollapse !== 'collapse';
      if (preserves && !preserved) annotations.pre.push(at);
      return preserves;
    };

    const annotateState = (/** @type {Element} */ el, /** @type {number} */ at) => {
      switch (nameOf(el)) {
        case 'img': {
          const text = displayedSource(el);
          if (text) annotations.source.push({ at, text });
          break;
        }
        case 'input':
          if (/** @type {HTMLInputElement} */ (el).checked) annotations.checked.push(at);
        // falls through: other types of input contain text
        case 'textarea':
        case 'select': {
          const text = liveText(el);
          if (text) annotations.value.push({ at, text });
        }
      }
    };

    /**
     * Annotates el and its descendants.
     * @param {Element} el @param {number} inside @param {boolean} preserved @param {number} depth
     * @param {any} outer the kind of its parent in the reader of styles; null if styles are not read
     * @returns {boolean} whether el or a descendant is visible
     */
    const visit = (el, inside, preserved, depth, outer) => {
      const name = nameOf(el);
      const at = count(name);
      const isHtml = namespaceOf(el) === html;
      let anyVisible = inside !== hidden;
      let within = inside;
      let hiddenAt = -1;
      let kind = outer;
      if (anyVisible && isHtml && !unchecked.has(name)) {
        const visibility = visibilityOf(el, inside, view);
        within = visibility.inside;
        anyVisible = !visibility.hides && !visibility.maybe;
        if (!anyVisible) hiddenAt = annotations.hidden.push(at) - 1;
        if (anyVisible) {
          const style = view.getComputedStyle(el);
          preserved = annotateStyle(el, style, at, preserved);
          annotateState(el, at);
          if (within !== shown) kind = null; // closed parts have no boxes
          else if (outer) kind = styles.visit(el, name, at, style, outer);
        }
      }
      if (name === 'iframe' && isHtml) {
        const ordinal = iframes++;
        const inner = anyVisible && level < maxFrameDepth ? documentOf(el) : null;
        if (inner && hasBody(inner)) frames.push({ ordinal, source: readDocument(inner, level + 1) });
      }
      if (depth > maxDepth) {
        tooDeep = true;
        return anyVisible;
      }
      // Descendants of replaced elements are counted, but not checked.
      const rest = isHtml && !replaced.has(name) && name !== 'head' ? within : hidden;
      const root = within !== hidden && isHtml ? shadowOf(el) : null;
      if (root) {
        roots.push(root);
        count('template');
        const inShadow = kind && styles.shadow(kind, root);
        for (let c = root.firstElementChild; c; c = nextOf(c)) anyVisible = visit(c, within, preserved, depth + 1, inShadow) || anyVisible;
      }
      const inert = name === 'template' && isHtml ? /** @type {HTMLTemplateElement} */ (el).content : null;
      const each = inert ? hidden : rest;
      for (let c = inert ? inert.firstElementChild : firstOf(el); c; c = nextOf(c)) {
        anyVisible = visit(c, each === shown ? insideFor(el, c, each) : each, preserved, depth + 1, kind) || anyVisible;
      }
      if (hiddenAt >= 0) {
        if (anyVisible) annotations.hidden.splice(hiddenAt, 1);
        else annotations.hidden.length = hiddenAt + 1;
      }
      return anyVisible;
    };

    const root = rootElementOf(doc);
    visit(root, shown, false, 0, styles?.outermost ?? null);
    styles?.finish();
    return {
      ...describe(doc),
      html: `${doctypeOf(doc)}${startTag(root)}${root.getHTML({ shadowRoots: roots })}</html>`,
      ...(tooDeep ? {} : { stamps: annotations }),
      ...(frames.length ? { frames } : {}),
    };
  };

  /**
   * Copies the visible part of root into an inert document; with ranges, only
   * the content of the ranges. A copy needs no annotations: form values, image
   * sources and text that style hides become attributes.
   * @param {Document} doc @param {Element} root @param {Range[] | null} ranges
   * @returns {{ copy: Element | null, frames: import('../types.js').Frame[] }}
   */
  const copyVisible = (doc, root, ranges) => {
    const view = getter(Document.prototype, 'defaultView')(doc);
    const inert = getter(Document.prototype, 'implementation')(doc).createHTMLDocument('');
    const styles = readerOfStyles?.(view, doc, emptyAnnotations(1));

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
        const source = displayedSource(el);
        if (source) copy.setAttribute('src', source);
      } else if (nameOf(el) === 'input') {
        copy.toggleAttribute('checked', /** @type {HTMLInputElement} */ (el).checked);
        if (/** @type {HTMLInputElement} */ (el).type === 'password') copy.removeAttribute('value');
        else if (liveText(el)) copy.setAttribute('value', liveText(el));
      }
    };

    /** @returns {Node | null} */
    const copyNode = (/** @type {Node} */ node, /** @type {number} */ inside, /** @type {number} */ depth, /** @type {any} */ outer) => {
      if (depth > maxDepth || (ranges && !ranges.some((r) => r.intersectsNode(node)))) return null;
      if (typeOf(node) === 3) return copyText(/** @type {Text} */ (node));
      if (typeOf(node) !== 1) return null;
      const el = /** @type {Element} */ (node);
      const name = nameOf(el);
      if (notCopied.has(name) || (name === 'script' && attributeOf(el, 'type') !== 'application/ld+json')) return null;
      const visibility = namespaceOf(el) === html && !unchecked.has(name) ? visibilityOf(el, inside, view) : null;
      if (visibility?.hides) return null;
      if (name === 'iframe') copyFrame(el);
      const copy = inert.importNode(el, false);
      writeState(el, copy);
      let kind = outer;
      if (outer && visibility && !visibility.maybe) {
        kind = visibility.inside === shown ? styles.visit(el, name, 0, view.getComputedStyle(el), outer) : null;
        if (!kind && visibility.inside === shown) copy.setAttribute('hidden', '');
      }
      if (name === 'textarea') {
        copy.textContent = /** @type {HTMLTextAreaElement} */ (el).value;
        return copy;
      }
      const within = visibility?.inside ?? inside;
      const root = shadowOf(el);
      if (root) {
        const template = inert.createElement('template');
        template.setAttribute('shadowrootmode', 'open');
        for (const c of root.childNodes) append(template.content, copyNode(c, within, depth + 1, kind && styles.shadow(kind, root)));
        copy.append(template);
      }
      for (const c of childrenOf(el)) {
        const each = typeOf(c) === 1 ? insideFor(el, c, within) : within;
        // Text directly in an invisible element is invisible; child elements may be visible.
        if (!(visibility?.maybe && typeOf(c) === 3)) append(copy, copyNode(c, each, depth + 1, kind));
      }
      const empty = !Node.prototype.hasChildNodes.call(copy) && childrenOf(el).length > 0;
      return empty && (ranges || visibility?.maybe) ? null : copy;
    };

    const append = (/** @type {Node} */ parent, /** @type {Node | null} */ child) => {
      if (child) Node.prototype.appendChild.call(parent, child);
    };
    const outside = [];
    for (let up = parentOf(root); up && typeOf(up) === 1; up = parentOf(up)) outside.unshift(up);
    let around = styles?.outermost ?? null;
    for (const up of outside) around &&= styles.visit(up, nameOf(up), 0, view.getComputedStyle(up), around);
    const copy = /** @type {Element | null} */ (copyNode(root, shown, 0, around));
    return { copy, frames };
  };

  /** The ranges of the selection that are not empty. */
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
   * The element to copy from: the closest ancestor of all ranges that is needed
   * to interpret their content, for example the table of two selected rows.
   * @param {Range[]} ranges
   */
  const rootOf = (ranges) => {
    /** @type {Node} */
    let root = ranges[0].commonAncestorContainer;
    while (parentOf(root) && (typeOf(root) !== 1 || !ranges.every((r) => contains(root, r.commonAncestorContainer)))) root = parentOf(root);
    let el = /** @type {Element} */ (typeOf(root) === 1 ? root : rootElementOf(document));
    const semantic = words(`a abbr b blockquote cite code del dl em h1 h2 h3 h4 h5 h6 i ins kbd mark ol
      pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var`);
    const cell = words('td th');
    if (cell.has(nameOf(el))) return el; // a part of one cell does not need its table
    for (let up = parentOf(el); up && semantic.has(nameOf(el)) && semantic.has(nameOf(up)) && !cell.has(nameOf(up)); up = parentOf(el)) el = up;
    return el;
  };

  const readSelection = (/** @type {Document} */ doc) => {
    const ranges = selectedRanges(doc);
    if (ranges.length === 0) return null;
    const root = rootOf(ranges);
    const { copy } = copyVisible(doc, root, ranges);
    if (!copy) return null;
    const container = words('html body td th li').has(nameOf(root));
    return { ...describe(doc), html: getter(Element.prototype, container ? 'innerHTML' : 'outerHTML')(copy), fragment: true };
  };

  const root = rootElementOf(document);
  const isViewer = () =>
    getter(Document.prototype, 'contentType')(document) === 'application/pdf' ||
    Document.prototype.getElementById.call(document, 'webkit-xml-viewer-source-xml') !== null; // Chromium's XML viewer
  if (root?.localName !== 'html' || isViewer()) return { problem: 'page_viewer' };
  if (scope === 'selection') {
    const source = readSelection(document);
    return source ? { source } : { problem: 'no_selection' };
  }
  if (visibleOnly) {
    const { copy, frames } = copyVisible(document, root, null);
    return { source: { ...describe(document), html: doctypeOf(document) + (copy?.outerHTML ?? ''), ...(frames.length ? { frames } : {}) } };
  }
  return { source: readDocument(document, 0) };
}
