import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/badges-page.ts'
import styles from './judging.module.css'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.schedule.get(params.id)

/** Shows the badges of the teams of an event, to print and cut apart. */
export default function BadgesPage({ loaderData: { event, teams } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <Stack>
      <title>{`${t('adminJudging.badges.title')} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${event.id}/teams`} size="sm">
          {t('adminJudging.badges.back')}
        </Anchor>
        <Group justify="space-between">
          <Title order={2} size="h3">
            {t('adminJudging.badges.title')}
          </Title>
          <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()} disabled={teams.length === 0}>
            {t('adminJudging.badges.print')}
          </Button>
        </Group>
        {teams.length === 0 ? <Text py="xl">{t('adminJudging.checkIn.none')}</Text> : null}
      </div>
      <ul className={styles.cards}>
        {teams.map((team) => (
          <li key={team.id} className={styles.card}>
            <Text size="sm">
              <bdi>{getEventTitleWithFallback(event.title, lang)}</bdi>
            </Text>
            <Text className={styles.code}>{team.teamNo}</Text>
            <Title order={3} size="h4">
              <bdi>{team.name}</bdi>
            </Title>
            <Text size="sm">
              <bdi>{team.schoolName}</bdi>
            </Text>
            <Text size="sm">{team.competition[lang]}</Text>
            <QrCode text={team.badgeCode} label={t('adminJudging.badges.picture', { team: `\u2068${team.name}\u2069` })} />
            <bdi dir="ltr">{team.badgeCode}</bdi>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
