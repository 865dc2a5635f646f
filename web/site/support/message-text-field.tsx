import type { TFunction } from 'i18next'
import { messageLimits } from '#contract/message.ts'
import { countWords, maxMessageWords } from '#contract/rules/word-count.ts'
import { TextAreaField } from '#web/shared/forms/field.tsx'
import { useTranslation } from '#web/shared/texts.ts'

/** Returns the error of a message with too many words, undefined for a shorter one. */
export const findMessageTextError = (t: TFunction, text: string): string | undefined =>
  countWords(text) > maxMessageWords ? t('pages.support.tooLong', { limit: maxMessageWords }) : undefined

type Props = { text: string; onTextChange: (text: string) => void; error: string | undefined }

/** Shows the field `body` of a message form, with the number of its words. */
export function MessageTextField({ text, onTextChange, error }: Props) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      label={t('pages.support.message')}
      name="body"
      maxLength={messageLimits.body}
      required
      error={error ?? findMessageTextError(t, text)}
      hint={t('pages.support.words', { used: countWords(text), limit: maxMessageWords })}
      onValueChange={onTextChange}
    />
  )
}
