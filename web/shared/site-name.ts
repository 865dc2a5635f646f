/** Returns the site code that some calls need, from an attribute of the page; in the browser only. */
export const getSiteName = (): string => document.documentElement.dataset.site ?? 'botola'
