/**
 * Defines the reader of styles that capturePage uses, in the extension's world of
 * the page, so that this function runs before it. Reads what only style gives:
 * text that a person cannot see, generated text, emphasis without markup, and the
 * boxes of pictures. Does not change the page.
 *
 * Elements of one kind (equal name, class, style attribute and number of
 * attributes, parents of one kind) have equal styles, which are read once. Rules
 * for places among siblings are missed.
 *
 * Runs inside the page, so its body must not refer to anything outside of it.
 */
export function defineStyles() {
  const words = (/** @type {string} */ text) => new Set(text.split(/\s+/));
  const maxIds = 3000; // elements that are kinds of their own because a rule may name their id; later ones are not
  const maxStyle = 300; // characters of a style attribute that are compared
  const maxGenerated = 5000; // elements
  const maxContent = 300; // characters of a content property
  const maxRules = 5000; // of style sheets
  const maxAsks = 300; // kinds of elements whose generated text is asked for although no rule names them
  const maxBlendChecks = 300; // elements of the colour of their ground that are looked at closely
  const far = -900; // pixels: text this far to the left or above is on no screen
  const beyond = -500; // pixels: the right or lower edge of a box that is on no screen

  // Elements that hide while the page loads.
  const pageBoxes = words('html body main article');
  // Elements in which the host inserts no generated text.
  const withoutText = words(`button code dl iframe kbd nav ol pre samp table tbody tfoot thead tr ul`);
  // Elements whose generated text is asked for if style sheets cannot be read.
  const prosaic = words('a blockquote dd div dt h1 h2 h3 h4 h5 h6 li p span td');
  const inlineNames = words(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s
    samp small span strong sub sup time tt u var`);
  const emphasisNames = words('font small span u');
  const struckNames = words('a b em font i small span strong u');
  const prose = words('blockquote dd li p td');
  const plainNames = words('button figcaption h1 h2 h3 h4 h5 h6 label nav summary th');
  const pictures = words('amp-img canvas img video');
  const painted = 'img, video, canvas, svg, iframe, object, embed';

  /**
   * The styles of a kind of elements.
   * @typedef {object} Kind
   * @property {Map<string, Kind> | null} inner kinds of children
   * @property {Element | null} sample
   * @property {string} fades how its elements are hidden by the style alone: '', 'opacity', 'size' or 'clip'
   * @property {boolean} positioned @property {boolean} cut @property {boolean} boxed
   * @property {boolean} tiny @property {boolean} indented
   * @property {string} ground colour behind its text, '' if unknown
   * @property {boolean} clear its text is transparent @property {boolean} blends its text has the colour of its ground
   * @property {boolean} struck
   * @property {string} block name of the block around the text @property {boolean} plain in an element without emphasis
   * @property {boolean} bold @property {boolean} italic @property {boolean} strikes
   * @property {Record<string, boolean>} generates by pseudo-element, once known
   */

  const reader = (/** @type {Window} */ view, /** @type {Document} */ doc, /** @type {import('../types.js').Annotations} */ annotations) => {
    const attributeOf = (/** @type {Element} */ el, /** @type {string} */ name) => Element.prototype.getAttribute.call(el, name);
    const attributesOf = /** @type {(this: Element) => NamedNodeMap} */ (Object.getOwnPropertyDescriptor(Element.prototype, 'attributes')?.get);
    const firstOf = /** @type {(this: Node) => Node | null} */ (Object.getOwnPropertyDescriptor(Node.prototype, 'firstChild')?.get);
    const nextOf = /** @type {(this: Node) => Node | null} */ (Object.getOwnPropertyDescriptor(Node.prototype, 'nextSibling')?.get);
    const parentOf = /** @type {(this: Node) => Element | null} */ (Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get);
    const boxOf = (/** @type {Element} */ el) => Element.prototype.getBoundingClientRect.call(el);
    const all = (/** @type {Element} */ el, /** @type {string} */ selector) => Element.prototype.querySelectorAll.call(el, selector);

    const root = /** @type {Element} */ (Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement')?.get?.call(doc));
    const dark = /dark/.test(view.getComputedStyle(root).colorScheme);
    /** @type {Kind} */
    const outermost = {
      inner: null, sample: null, fades: '', positioned: false, cut: false, boxed: false, tiny: false, indented: false,
      clear: false, blends: false, ground: dark ? '' : 'rgb(255, 255, 255)', struck: false, block: '', plain: false,
      bold: false, italic: false, strikes: false, generates: { before: false, after: false },
    };
    let ids = 0;
    let blendChecks = 0;
    let counts = false; // a counter is shown
    /** @type {{ at: number, kind: Kind }[]} */
    const seen = [];
    /** @type {Map<number, string>} */
    const generated = new Map();

    const hasOwnText = (/** @type {Element} */ el) => {
      for (let c = firstOf.call(el); c; c = nextOf.call(c)) if (c.nodeType === 3 && /[\p{L}\p{N}]/u.test(/** @type {Text} */ (c).data)) return true;
      return false;
    };

    const isAnimated = (/** @type {CSSStyleDeclaration} */ style) =>
      style.animationName !== 'none' || style.transform !== 'none' || style.willChange !== 'auto' || /[1-9]/.test(style.transitionDuration);

    /** How style hides its element, whatever its place. @param {CSSStyleDeclaration} style @param {string} name @param {boolean} positioned @param {boolean} inline */
    const fadesBy = (style, name, positioned, inline) => {
      if (pageBoxes.has(name)) return '';
      if (Number(style.opacity) < 0.05 && !isAnimated(style)) return 'opacity';
      if (/opacity\(0(\.0\d*)?%?\)/.test(style.filter)) return 'opacity';
      if (!inline && /^matrix\(0, 0, 0, 0,/.test(style.transform) && !/[1-9]/.test(style.transitionDuration)) return 'size';
      if (/^inset\((50|[6-9]\d|100)%|^circle\(0(px|%)? /.test(style.clipPath)) return 'clip';
      return positioned && /^rect\([01]px,? [01]px,? [01]px,? [01]px\)$/.test(style.clip) ? 'clip' : '';
    };

    /** The colour behind the text of an element, '' if unknown. @param {CSSStyleDeclaration} style @param {string} around */
    const groundOf = ({ backgroundColor, backgroundImage }, around) => {
      if (backgroundImage !== 'none') return '';
      if (backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === 'transparent') return around;
      return /^rgb\(/.test(backgroundColor) || !/[/]|^rgba/.test(backgroundColor) ? backgroundColor : '';
    };

    /** @param {Element} el @param {string} name @param {string | null} className @param {string} css of its style attribute @param {CSSStyleDeclaration} style @param {Kind} outer @returns {Kind} */
    const read = (el, name, className, css, style, outer) => {
      const { position } = style;
      const positioned = position === 'absolute' || position === 'fixed';
      const inline = inlineNames.has(name) && style.display === 'inline';
      const moved = (/** @type {string} */ length) => parseFloat(length) <= far;
      const shifted = position === 'relative' ? moved(style.left) || moved(style.top) : css.includes('margin') && (moved(style.marginLeft) || moved(style.marginTop));
      const cut = !inline && style.overflow !== 'visible' && /hidden|clip/.test(style.overflow);
      const ink = style.webkitTextFillColor;
      const ground = groundOf(style, outer.ground);
      const strikes = inline && style.textDecorationLine.includes('line-through');
      /** @type {Kind} */
      const kind = {
        inner: null,
        sample: el,
        fades: fadesBy(style, name, positioned, inline),
        positioned,
        cut,
        boxed: !pageBoxes.has(name) && (positioned || cut || shifted),
        tiny: parseFloat(style.fontSize) <= 1,
        indented: !inline && moved(style.textIndent),
        ground,
        clear: /^rgba\(.*, 0\)$/.test(ink),
        blends: ground !== '' && isClose(ink, ground),
        struck: outer.struck || strikes,
        block: inline ? outer.block : name,
        plain: outer.plain || plainNames.has(name),
        bold: false,
        italic: false,
        strikes: strikes && !outer.struck && struckNames.has(name),
        generates: {},
      };
      if (inline && emphasisNames.has(name) && !kind.plain && prose.has(kind.block) && outer.sample) {
        const around = view.getComputedStyle(outer.sample);
        kind.bold = isHeavy(style) && !isHeavy(around);
        kind.italic = isSlanted(style) && !isSlanted(around);
      }
      const asked = (unreadable || keys.before.has('*') || keys.after.has('*')) && prosaic.has(name) && asksLeft-- > 0;
      for (const pseudo of ['before', 'after']) if (!asked && !mayGenerate(keys[pseudo], name, className, el)) kind.generates[pseudo] = false;
      return kind;
    };

    const isHeavy = (/** @type {CSSStyleDeclaration} */ { fontWeight }) => Number(fontWeight) >= 600;
    const isSlanted = (/** @type {CSSStyleDeclaration} */ { fontStyle }) => /^(italic|oblique)/.test(fontStyle);

    /** @param {Element} el @param {string} name @param {CSSStyleDeclaration} style @param {Kind} outer */
    const kindOf = (el, name, style, outer) => {
      const { length } = attributesOf.call(el);
      const className = length > 0 ? attributeOf(el, 'class') : null;
      let key = className === null ? name : `${name} ${length} ${className}`;
      let css = '';
      if (length > (className === null ? 0 : 1)) {
        css = attributeOf(el, 'style') ?? '';
        const id = attributeOf(el, 'id');
        if (css.length > maxStyle || (id && (unreadable || styledIds.has(id)) && ids++ < maxIds)) return read(el, name, className, css, style, outer);
        key = `${name} ${length} ${className} ${css}`;
      }
      outer.inner ??= new Map();
      let kind = outer.inner.get(key);
      if (!kind) outer.inner.set(key, (kind = read(el, name, className, css, style, outer)));
      return kind;
    };

    // The classes (".name"), ids ("#name") and names of the elements before or after
    // which a rule generates text; "*" for any.
    /** @type {Record<string, Set<string>>} */
    const keys = { before: new Set(), after: new Set() };
    /** @type {Set<string>} */
    const styledIds = new Set(); // that selectors name
    let rulesLeft = maxRules;
    let unreadable = false;
    let asksLeft = maxAsks;

    const meaning = /[\p{L}\p{N}\p{Sc}%§(]/u;

    /** @param {any} list of rules @param {string[]} around keys of the rule around them */
    const readRules = (list, around) => {
      for (const rule of list) {
        if (rulesLeft-- <= 0) {
          unreadable = true;
          return;
        }
        const selector = rule.selectorText;
        if (selector === undefined) {
          if (rule.styleSheet) readSheet(rule.styleSheet);
          else if (rule.cssRules && !(rule.media && !view.matchMedia(rule.media.mediaText).matches)) readRules(rule.cssRules, around);
          continue;
        }
        if (selector.includes('#')) {
          for (const [, id] of selector.matchAll(/#([^\s.#:>+~,()[\]]+)/g)) {
            if (id.includes('\\')) unreadable = true;
            styledIds.add(id);
          }
        }
        const nested = rule.cssRules?.length > 0;
        const generates = /:(before|after)/.test(selector) && meaning.test(rule.style.content.replace(/\\[\da-f]+ ?/gi, ''));
        if (!nested && !generates) continue;
        const own = [];
        for (const one of selector.split(/,(?![^(]*\))/)) {
          const found = keysOf(one, around);
          own.push(...found);
          const [, pseudo] = /:(before|after)\b/.exec(one) ?? [];
          if (generates && pseudo) for (const key of found) keys[pseudo].add(key);
        }
        if (nested) readRules(rule.cssRules, own);
      }
    };

    /** The keys of the elements that selector may match. @param {string} selector @param {string[]} around */
    const keysOf = (selector, around) => {
      const last = selector.replace(/\s*::?(before|after)\b.*$/, '').replace(/\([^()]*\)|\[[^\]]*\]/g, '').split(/[\s>+~]+/).at(-1) ?? '';
      if (/^&?$/.test(last)) return last === '&' ? around : ['*'];
      const [key] = /[.#][^.#:&]+/.exec(last) ?? /^[^.#:&*]+/.exec(last) ?? [last.includes('&') ? '' : '*'];
      return key === '' ? around : [key.startsWith('.') || key.startsWith('#') ? key : key.toLowerCase()];
    };

    const readSheet = (/** @type {CSSStyleSheet} */ sheet) => {
      if (sheet.disabled || (sheet.media?.mediaText && !view.matchMedia(sheet.media.mediaText).matches)) return;
      try {
        readRules(sheet.cssRules, ['*']);
      } catch {
        unreadable = true; // of another origin
      }
    };

    const readSheets = (/** @type {any} */ root, /** @type {object} */ prototype) => {
      const sheetsOf = (/** @type {string} */ name) => Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(root) ?? [];
      for (const sheet of sheetsOf('styleSheets')) readSheet(sheet);
      for (const sheet of sheetsOf('adoptedStyleSheets')) readSheet(sheet);
    };

    /** Whether one of the keys is that of el. @param {Set<string>} known @param {string} name @param {string | null} className @param {Element} el */
    const mayGenerate = (known, name, className, el) =>
      known.size > 0 && (known.has(name) || known.has(`#${attributeOf(el, 'id')}`) || (className?.split(/\s+/).some((one) => known.has(`.${one}`)) ?? false));
    readSheets(doc, Document.prototype);

    /** Whether nothing but the grounds of the elements around el is behind its text. @param {Element} el @param {Kind} kind */
    const isAlone = (el, kind) => {
      if (++blendChecks > maxBlendChecks) return false;
      const own = view.getComputedStyle(el);
      if (own.textShadow !== 'none' || own.mixBlendMode !== 'normal') return false;
      const box = boxOf(el);
      const meets = (/** @type {Element} */ other) => {
        const { left, right, top, bottom } = boxOf(other);
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      };
      /** @type {Element | null} */
      let inner = null;
      for (let up = /** @type {Element | null} */ (el), levels = 0; up && levels < 12; inner = up, up = parentOf.call(up), levels++) {
        const style = view.getComputedStyle(up);
        if (/text/.test(style.getPropertyValue('-webkit-background-clip') + style.backgroundClip)) return false;
        if (kind.clear) continue;
        if (inner) {
          for (const other of Array.from(all(up, painted)).slice(0, 30)) if (meets(other)) return false;
          for (const other of Array.from(all(up, ':scope > *')).slice(0, 60)) {
            if (other === inner) continue;
            const { position, backgroundColor, backgroundImage } = view.getComputedStyle(other);
            if (position !== 'static' && (backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)') && meets(other)) return false;
          }
        }
        for (const pseudo of ['::before', '::after']) {
          const { content, position } = view.getComputedStyle(up, pseudo);
          if (content !== 'none' && content !== 'normal' && position === 'absolute') return false;
        }
        if (style.backgroundColor !== 'rgba(0, 0, 0, 0)') return true;
        if (/absolute|fixed|sticky/.test(style.position) || style.transform !== 'none') return false; // its ground is not that of its parent
      }
      return true;
    };

    /** @type {Map<string, boolean>} */
    const compared = new Map();
    const isClose = (/** @type {string} */ a, /** @type {string} */ b) => {
      let close = a === b || compared.get(`${a}${b}`);
      if (close === undefined) {
        const [first, second] = [a, b].map((color) => /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color));
        close = first !== null && second !== null && [1, 2, 3].every((i) => Math.abs(Number(first[i]) - Number(second[i])) <= 3);
        compared.set(`${a}${b}`, close);
      }
      return close;
    };

    /** Whether the elements in el have the style by which its text is hidden, too. @param {Element} el @param {'fontSize' | 'webkitTextFillColor' | 'textIndent'} property */
    const hidesAll = (el, property) => {
      const inner = all(el, '*');
      const { [property]: value } = view.getComputedStyle(el);
      return inner.length <= 50 && Array.from(inner).every((each) => view.getComputedStyle(each)[property] === value);
    };

    /** How el hides its content, or ''. @param {Element} el @param {Kind} kind */
    const unseenBy = (el, kind) => {
      if (kind.fades) return kind.fades;
      if (kind.boxed) {
        const box = boxOf(el);
        const leftToRight = view.getComputedStyle(root).direction !== 'rtl';
        const { left, top, marginLeft, marginTop } = view.getComputedStyle(el);
        // Text that was scrolled away in a box of its own is above it, too, but is not placed there.
        const pulled = [left, top, marginLeft, marginTop].some((length) => parseFloat(length) <= far);
        if (pulled && ((leftToRight && box.right + view.scrollX <= beyond) || box.bottom + view.scrollY <= beyond)) return 'offscreen';
        if (kind.cut && (box.width <= 1 || box.height <= 1)) {
          const leaves = Array.from(all(el, ':scope > *')).slice(0, 50).some((c) => /absolute|fixed/.test(view.getComputedStyle(c).position));
          if (kind.positioned || !leaves) return box.width > 1 ? 'height' : 'clip';
        }
      }
      if (!(kind.tiny || kind.indented || kind.clear || kind.blends) || !hasOwnText(el)) return '';
      if (kind.tiny && hidesAll(el, 'fontSize')) return 'size';
      if (kind.indented && hidesAll(el, 'textIndent')) return 'offscreen';
      return (kind.clear || kind.blends) && isAlone(el, kind) && hidesAll(el, 'webkitTextFillColor') ? 'colour' : '';
    };

    /** The declarations of a pseudo-element that generates text, or ''. @param {Element} el @param {string} pseudo */
    const declarationsOf = (el, pseudo) => {
      const style = view.getComputedStyle(el, `::${pseudo}`);
      const { content } = style;
      if (content === 'none' || content === 'normal' || content === '""' || content.length > maxContent) return '';
      const hides = style.display === 'none' || style.visibility !== 'visible' || Number(style.opacity) < 0.05 || parseFloat(style.fontSize) <= 1 ||
        /^matrix\(0, 0, 0, 0,/.test(style.transform) || /icon|awesome|symbol|glyph/i.test(style.fontFamily);
      const text = hides || !meaning.test(content) ? 'content:none' : `content:${content}`;
      counts ||= !hides && content.includes('counter');
      return `${text};${countersOf(style)}`;
    };

    const countersOf = (/** @type {CSSStyleDeclaration} */ { counterReset, counterIncrement }) =>
      (counterReset === 'none' ? '' : `counter-reset:${counterReset};`) + (counterIncrement === 'none' ? '' : `counter-increment:${counterIncrement};`);

    const generate = (/** @type {Element} */ el, /** @type {string} */ name, /** @type {number} */ at, /** @type {Kind} */ kind) => {
      if (withoutText.has(name) || !firstOf.call(el) || generated.size >= maxGenerated) return;
      for (const pseudo of ['before', 'after']) {
        if (kind.generates[pseudo] === false) continue;
        const text = declarationsOf(el, pseudo);
        kind.generates[pseudo] ??= text !== '';
        if (text && text !== 'content:none;') generated.set(at, `${generated.get(at) ?? ''}::${pseudo}{${text}}`);
      }
    };

    /** The size of el is known: it is no placeholder. @param {Element} el @param {DOMRect} box */
    const isLoaded = (el, box) => {
      const { complete, naturalWidth } = /** @type {HTMLImageElement} */ (el);
      return (box.width > 50 && box.height > 50) || complete === undefined || (complete && naturalWidth > 4);
    };

    return {
      outermost,

      /** The kind of the content of a shadow root, and its style sheets. @param {Kind} kind @param {ShadowRoot} root @returns {Kind} */
      shadow: (kind, root) => {
        kind.inner ??= new Map();
        let inside = kind.inner.get('#shadow');
        if (!inside) {
          readSheets(root, ShadowRoot.prototype);
          kind.inner.set('#shadow', (inside = { ...kind, inner: null }));
        }
        return inside;
      },

      /**
       * Annotates a visible element.
       * @param {Element} el @param {string} name @param {number} at @param {CSSStyleDeclaration} style @param {Kind} outer
       * @returns {Kind | null} its kind; null if its content is not seen
       */
      visit: (el, name, at, style, outer) => {
        const kind = kindOf(el, name, style, outer);
        const how = unseenBy(el, kind);
        if (how && !(how === 'clip' && all(el, 'math').length > 0)) {
          annotations.unseen.push({ at, text: how });
          if (annotations.block.at(-1) === at) annotations.block.pop(); // it ends no line
          return null;
        }
        if (kind.bold) annotations.bold.push(at);
        if (kind.italic) annotations.italic.push(at);
        if (kind.strikes) annotations.struck.push(at);
        if (pictures.has(name)) {
          const box = boxOf(el);
          if (isLoaded(el, box)) annotations.boxes.push(at, Math.round(box.x + view.scrollX), Math.round(box.y + view.scrollY), Math.round(box.width), Math.round(box.height));
        } else {
          generate(el, name, at, kind);
        }
        seen.push({ at, kind });
        return kind;
      },

      /** Adds the generated text to the annotations. */
      finish: () => {
        annotations.styled = true;
        if (counts) {
          /** @type {Map<Kind, string>} */
          const counters = new Map();
          for (const { at, kind } of seen) {
            let text = counters.get(kind);
            if (text === undefined) counters.set(kind, (text = kind.sample ? countersOf(view.getComputedStyle(kind.sample)) : ''));
            if (text) generated.set(at, `{${text}}${generated.get(at) ?? ''}`);
          }
        }
        annotations.generated = [...generated].sort(([a], [b]) => a - b).map(([at, text]) => ({ at, text }));
      },
    };
  };
  /** @type {any} */ (globalThis).pulltabStyles = reader;
}
