import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { CreatedJudge } from '#contract/judge.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judging.module.css'

type Props = { event: { title: { en: string; ar: string } }; judges: readonly CreatedJudge[]; onClose: () => void }

/** Shows the codes of new judges as cards to print. The address has the language of the card, and the code as a fragment, which browsers do not send to servers. */
export function JudgeCodeCards({ event, judges, onClose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [isHiding, setIsHiding] = useState(false)
  const formatList = (texts: readonly string[]) => new Intl.ListFormat(lang, { type: 'unit' }).format(texts)
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
              <bdi>{judge.name}</bdi>
            </Title>
            <Text size="sm">
              <bdi>{getEventTitleWithFallback(event.title, lang)}</bdi>
            </Text>
            <QrCode
              text={`${window.location.origin}/judge/?lang=${lang}#code=${code}`}
              label={t('adminJudging.codes.picture', { name: judge.name })}
            />
            <bdi dir="ltr" className={styles.code}>
              {formatJudgeCode(code)}
            </bdi>
            <Text size="sm" dir="ltr">
              {`${window.location.host}/judge/`}
            </Text>
            {judge.tables.length > 0 ? <Text size="sm">{t('adminJudging.codes.tables', { tables: formatList(judge.tables) })}</Text> : null}
            {judge.days.length > 0 ? (
              <Text size="sm">
                {t('adminJudging.codes.days', { days: formatList(judge.days.map((day) => formatCalendarDate(day, lang))) })}
              </Text>
            ) : null}
          </li>
        ))}
      </ul>
      {isHiding ? (
        <ConfirmDialog
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
