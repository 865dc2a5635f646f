/** The site code, which some calls carry. The server wrote it on the page. Only in the browser. */
export const getSiteName = (): string => document.documentElement.dataset.site ?? 'botola'
