import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CreatedJudge } from '#contract/event/judging/judge.schema.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatList } from '#i18n/text-direction.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconPrinter } from '#web/shared/ui/icons.ts'
import styles from './judging.module.css'

type JudgeCodeCardsProps = {
  event: { title: { en: string; ar: string } }
  judges: readonly CreatedJudge[]
  onClose: () => void
}

/**
 * Shows the codes of new judges as cards to print. The address has the language of the card, and the code as
 * a fragment, which browsers do not send to servers.
 */
export function JudgeCodeCards({ event, judges, onClose }: JudgeCodeCardsProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const [isHiding, setIsHiding] = useState(false)
  return (
    <Stack>
      <Alert role="status" className={styles.screenOnly} title={t('adminJudging.codes.title')}>
        <Stack gap="xs" align="flex-start">
          <Text>{t('adminJudging.codes.text')}</Text>
          <Group>
            <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
              {t('adminJudging.codes.print')}
            </Button>
            <Button variant="default" onClick={() => setIsHiding(true)}>
              {t('adminJudging.codes.hide')}
            </Button>
          </Group>
        </Stack>
      </Alert>
      <ul className={styles.cards}>
        {judges.map(({ judge, code }) => (
          <li key={judge.id} className={styles.card}>
            <Title order={2} size="h4">
              <Bdi>{judge.name}</Bdi>
            </Title>
            {judge.isHead ? (
              <Text size="sm" fw={600}>
                {t('adminJudging.judges.head')}
              </Text>
            ) : null}
            <Text size="sm">
              <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
            </Text>
            <QrCode
              text={`${window.location.origin}/judge/?lang=${lang}#code=${code}`}
              label={tAttribute('adminJudging.codes.picture', { name: judge.name })}
            />
            <bdi dir="ltr" className={styles.code}>
              {formatCodeInGroups(code)}
            </bdi>
            <Text size="sm" dir="ltr">
              {`${window.location.host}/judge/`}
            </Text>
            {judge.tables.length > 0 ? (
              <Text size="sm">
                {t('adminJudging.codes.tables', { tables: formatList(judge.tables, lang, 'unit') })}
              </Text>
            ) : null}
            {judge.days.length > 0 ? (
              <Text size="sm">
                {t('adminJudging.codes.days', {
                  days: formatList(
                    judge.days.map((day) => formatCalendarDate(day, lang)),
                    lang,
                    'unit',
                  ),
                })}
              </Text>
            ) : null}
          </li>
        ))}
      </ul>
      {isHiding ? (
        <AdminConfirmDialog
          title={t('adminJudging.codes.hideQuestion')}
          text={t('adminJudging.codes.hideText')}
          action={t('adminJudging.codes.hide')}
          onClose={() => setIsHiding(false)}
          onConfirm={onClose}
        />
      ) : null}
    </Stack>
  )
}
