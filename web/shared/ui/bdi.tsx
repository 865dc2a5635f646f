import { Children, type ReactNode } from 'react'
import { languages } from '#i18n/languages.ts'
import { isMixedTextInWrongDirection } from '#i18n/text-direction.ts'
import { useTranslation } from '#web/shared/texts.ts'

/**
 * Isolates a name from the text around it. A name of both directions has that of the page, any other one its own.
 */
export function Bdi({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const lang = useTranslation().i18n.language
  const text = Children.toArray(children)
    .filter((child) => typeof child === 'string' || typeof child === 'number')
    .join('')
  return (
    <bdi
      className={className}
      dir={isMixedTextInWrongDirection(text, lang) ? languages[lang].dir : undefined}
    >
      {children}
    </bdi>
  )
}
