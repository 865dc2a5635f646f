import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { buildAuditRecordPath } from './audit-record-paths.ts'
import { createAuditSentenceBuilder } from './build-audit-sentence.ts'

/** Shows the sentence of an audit entry: who did what to which record. Names link to their pages. */
export function AuditSentence({ entry, name }: { entry: AuditEntry; name: string }) {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  const parts = createAuditSentenceBuilder(i18n, timeZone)(entry, name)
  const paths = {
    text: undefined,
    actor: entry.actor.id ? `/admin/users/${entry.actor.id}/edit` : undefined,
    record: buildAuditRecordPath(entry),
  }
  return (
    <Text component="div" size="sm" maw={640} style={{ overflowWrap: 'anywhere' }}>
      {parts.map(({ type, text }) => {
        const path = paths[type]
        if (type === 'text') return text
        if (path === undefined) return <bdi key={type}>{text}</bdi>
        return (
          <Anchor key={type} component={Link} to={path} size="sm">
            <bdi>{text}</bdi>
          </Anchor>
        )
      })}
    </Text>
  )
}
