const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for XML, as the content of an element or of an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign)
