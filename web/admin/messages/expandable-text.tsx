import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './messages.module.css'

const lines = 3
const isLong = (text: string) => text.length > 160 || text.split('\n').length > lines

/** Shows the first lines of a text, and a button that shows all of it. */
export function ExpandableText({ text, lang }: { text: string; lang: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const long = isLong(text)
  return (
    <>
      <Text
        size="sm"
        lang={lang}
        dir="auto"
        maw={520}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        // a long text scrolls, so that its sender stays in view
        {...(long
          ? open
            ? { mah: 320, role: 'region', tabIndex: 0, 'aria-label': t('adminMessages.message'), className: styles.opened }
            : { lineClamp: lines }
          : {})}
      >
        {text}
      </Text>
      {long ? (
        <Anchor component="button" type="button" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'admin.list.close' : 'adminMessages.read')}
        </Anchor>
      ) : null}
    </>
  )
}
