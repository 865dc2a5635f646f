import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconEdit, IconTrash, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ActiveCompetition } from '#contract/competition.ts'
import type { RecordedGuardianConfirmation } from '#contract/guardian-confirmation.ts'
import { getAgeInSeasonYear } from '#contract/rules/age.ts'
import { getYearOfAges } from '#contract/rules/team.ts'
import { type PersonFieldWithoutConsent, personFieldsWithoutConsent } from '#contract/team.fields.ts'
import type { TeamPerson } from '#contract/team.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { formatCalendarDate, formatNumber } from '#web/shared/format.ts'
import { getPersonFieldLabel } from '#web/shared/teams/person-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useToday } from '#web/shared/use-today.ts'
import { DetailList } from './detail-list.tsx'
import { GuardianConsentPanel } from './guardian-consent-panel.tsx'
import styles from './view.module.css'

type ShownPersonField = Exclude<PersonFieldWithoutConsent, 'name'>
const shownPersonFields = personFieldsWithoutConsent.filter((field): field is ShownPersonField => field !== 'name')

type Props = {
  teamId: string
  person: TeamPerson
  competition: Pick<ActiveCompetition, 'closesAt'>
  /** Of the guardian of a minor. */
  confirmation: RecordedGuardianConfirmation | undefined
  /** The unmasked national ID while it is shown. */
  nationalId: string | undefined
  onReveal: () => void
  onHide: () => void
  onRemove: () => void
  onChanged: () => void
}

/** Shows the details of a coach or member. The printed national ID is always masked. */
export function PersonCard({ teamId, person, competition, confirmation, nationalId, onReveal, onHide, onRemove, onChanged }: Props) {
  const { t, i18n } = useTranslation()
  const mayReveal = useHasPermission('privacy')
  const lang = i18n.language
  const today = useToday()
  const { birthDate, gender, kind, name } = person
  const ltr = (text: string) => (text ? <bdi dir="ltr">{text}</bdi> : '–')
  const age = birthDate && getAgeInSeasonYear(birthDate, getYearOfAges({ closesAt: competition.closesAt, today }))
  const born = birthDate && (
    <>
      <bdi>{formatCalendarDate(birthDate, lang)}</bdi>
      {age === null ? '' : ` (${t('adminTeams.person.age', { age: formatNumber(Number(age), lang) })})`}
    </>
  )
  const said = { name: `\u2068${name}\u2069` }
  const identity =
    person.nationalId === null ? (
      '–'
    ) : (
      <Group gap="xs" component="span">
        <bdi dir="ltr" className={nationalId ? styles.paper : undefined}>
          {person.nationalId}
        </bdi>
        {nationalId ? (
          <Text component="span" fw={700} role="status" className={styles.screen}>
            <bdi dir="ltr">{nationalId}</bdi>
          </Text>
        ) : null}
        {mayReveal ? (
          <Button
            size="compact-sm"
            variant="default"
            className={styles.screen}
            aria-label={nationalId ? undefined : t('adminTeams.showIdOf', said)}
            onClick={nationalId ? onHide : onReveal}
          >
            {t(nationalId ? 'adminTeams.hide' : 'adminTeams.show')}
          </Button>
        ) : null}
      </Group>
    )
  const details: Record<ShownPersonField, ReactNode> = {
    email: ltr(person.email),
    phone: ltr(person.phone),
    nationalId: identity,
    birthDate: born || '–',
    gender: gender === null ? '–' : t(`teamFields.genders.${gender}`),
  }
  const edit = `/admin/team/${teamId}/${kind}/${person.id}/edit`
  return (
    <article className={styles.person}>
      <span className={styles.photo}>
        {person.picture ? <img src={person.picture} alt="" width={96} height={120} /> : <IconUser size={44} stroke={1.3} aria-hidden />}
      </span>
      <div className={styles.about}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text component="h3" fw={600}>
            <bdi>{name}</bdi>
          </Text>
          <Group gap={4} wrap="nowrap" className={styles.screen}>
            <Tooltip label={t('admin.list.edit')}>
              <ActionIcon component={Link} to={edit} variant="subtle" size={36} aria-label={t('adminTeams.editPerson', said)}>
                <IconEdit size={20} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('admin.list.remove')}>
              <ActionIcon
                variant="subtle"
                size={36}
                c="var(--mantine-color-error)"
                aria-label={t('adminTeams.removePerson', said)}
                onClick={onRemove}
              >
                <IconTrash size={20} />
              </ActionIcon>
            </Tooltip>
          </Group>
        </Group>
        <DetailList
          rows={[
            ...shownPersonFields.map((field) => [getPersonFieldLabel(t, field), details[field]] as const),
            ...(kind === 'member'
              ? [
                  [
                    t('adminTeams.consent.title'),
                    <GuardianConsentPanel
                      key="consent"
                      teamId={teamId}
                      person={person}
                      confirmation={confirmation}
                      onChanged={onChanged}
                    />,
                  ] as const,
                ]
              : []),
          ]}
        />
      </div>
    </article>
  )
}
