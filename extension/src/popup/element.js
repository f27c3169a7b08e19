/** @param {string} id of an element that popup.html contains @returns {HTMLElement} */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
