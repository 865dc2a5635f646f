import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { hasPermission, type Permission, teamPeoplePermission } from '#contract/accounts/permissions.ts'
import type { TeamBadgePages } from '#contract/event/print.calls.ts'
import { type BadgeSize, badgeSizes } from '#contract/event/print.ts'
import { badgeMarks } from '#contract/event/schedule/badge-marks.ts'
import type { Badge, PeopleBadges } from '#contract/event/schedule/schedule.schema.ts'
import { type BadgeRole, badgeRoles } from '#contract/event/schedule/schedule.ts'
import { cleanText, getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatList, joinTexts } from '#i18n/text-direction.ts'
import { PrintFilters } from '#web/admin/event/print/print-filters.tsx'
import {
  PrintOnlyButton,
  PrintPageFrame,
  readPrintChoice,
  usePrintChoiceSetter,
} from '#web/admin/event/print/print-page.tsx'
import { ErrorAlert } from '#web/admin/shared/admin-submit.tsx'
import { getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatEventDates } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import type { Route } from './+types/print-badges-page.ts'
import styles from './badges.module.css'

const choiceKeys = ['of', 'size', 'teamId', 'competitionId', 'regionId'] as const

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const { of, part, ...choice } = readPrintChoice(request.url, choiceKeys)
  const loaded = await callApi('GET /api/admin/events/:eventId/print/badges', {
    params: { eventId: params.id },
    // those of people are read when they were chosen
    query: { ...choice, part: of === 'people' ? undefined : part },
  })
  return { choice: { of, part, ...choice }, loaded }
}

/** How many colours the bands of competitions have (badges.module.css). */
const bandColors = 6

/** Shows the logo of the site and the title of the event. */
function BadgeHead({ title }: { title: string }) {
  return (
    <div className={styles.event}>
      <SiteLogo size={32} lines />
      <Bdi className={styles.minor}>{title}</Bdi>
    </div>
  )
}

/** Names of people and of teams with more characters are written smaller. */
const longName = { person: 22, team: 16 }

/** `color` is the number of the colour of its competition. */
type TeamBadgeProps = {
  team: TeamBadgePages['teams'][number]
  competition: string
  title: string
  color: number
}

/** Shows the badge of a team, with a band in the colour of its competition. */
function TeamBadge({ team, competition, title, color }: TeamBadgeProps) {
  const { tAttribute } = useTranslation()
  const lang = useLang()
  return (
    <li className={`${styles.badge} ${styles.ofTeam}`} data-color={color % bandColors} data-printable>
      <PrintOnlyButton className={styles.only} name={joinTexts([team.teamNo, team.name], lang)} />
      <div className={styles.words}>
        <BadgeHead title={title} />
        <p className={styles.number}>{team.teamNo}</p>
        <h3 className={styles.name} data-long={team.name.length > longName.team || undefined}>
          <Bdi>{team.name}</Bdi>
        </h3>
        <Bdi className={styles.minor}>{team.schoolName}</Bdi>
        {/* an event often has the name of its competition */}
        {title.includes(competition) ? null : <Bdi className={styles.minor}>{competition}</Bdi>}
      </div>
      <div className={styles.side}>
        <QrCode
          text={team.badgeCode}
          label={tAttribute('adminJudging.badges.picture', { team: team.name })}
        />
        <bdi dir="ltr">{team.badgeCode}</bdi>
      </div>
    </li>
  )
}

function PersonBadge({
  badge: { role, name, team },
  title,
  dates,
}: {
  badge: Badge
  title: string
  dates: string
}) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <li className={`${styles.badge} ${styles.person}`} data-printable>
      <PrintOnlyButton className={styles.only} name={name} />
      <div className={styles.words}>
        <BadgeHead title={title} />
        {dates ? <p className={styles.minor}>{dates}</p> : null}
        <h3 className={styles.name} data-long={name.length > longName.person || undefined}>
          <Bdi>{name}</Bdi>
        </h3>
        {team ? (
          <>
            <p className={styles.team}>{joinTexts([team.teamNo, team.name], lang)}</p>
            <Bdi className={styles.minor}>{team.schoolName}</Bdi>
          </>
        ) : null}
      </div>
      <div className={styles.side}>
        <svg viewBox="0 0 64 64" className={styles.mark} aria-hidden="true">
          <path d={badgeMarks[role]} />
        </svg>
        <p className={styles.role}>{t(`adminJudging.badges.role.${role}`)}</p>
      </div>
    </li>
  )
}

/** What the names of the people of a role need. */
const rolePermissions: Record<BadgeRole, readonly Permission[]> = {
  member: teamPeoplePermission,
  coach: teamPeoplePermission,
  judge: ['results'],
  volunteer: [],
}

/** The names of a text with one on each line, and the numbers of these lines. */
const listNames = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ name: cleanText(line, 'name'), line: index + 1 }))
    .filter(({ name }) => name !== '')

/** The names of a typed list of volunteers, where badges of volunteers are chosen. */
const listVolunteers = (roles: readonly BadgeRole[], typed: string): string[] =>
  roles.includes('volunteer') ? listNames(typed).map(({ name }) => name) : []

type PeopleSelection = Partial<Record<'size' | 'teamId' | 'competitionId' | 'regionId', string>>

/**
 * Reads the badges of people. A change of the form or of the selection makes those that are shown disappear, so
 * that nobody prints others than those chosen.
 */
const usePeopleBadges = (eventId: string, { size, ...filters }: PeopleSelection) => {
  const selection = { ...filters, size: size as BadgeSize | undefined }
  const key = JSON.stringify(selection)
  const [loaded, setLoaded] = useState<{ key: string; part: number; reply: PeopleBadges }>()
  const form = useForm({
    initialValues: { roles: [] as BadgeRole[], volunteers: '' },
    send: async ({ roles, volunteers }, part: number | undefined = 1) => ({
      key,
      part,
      reply: await callApi('POST /api/admin/events/:eventId/badges', {
        params: { eventId },
        json: {
          ...selection,
          roles,
          volunteers: listVolunteers(roles, volunteers),
          part,
        },
      }),
    }),
    onSaved: setLoaded,
    describeFailure: getFailureMessage,
    isFailureClearedByChange: true,
    onChange: () => setLoaded(undefined),
  })
  const { roles, volunteers } = form.values
  return {
    form,
    loaded: loaded?.key === key ? loaded : undefined,
    selection: { ...selection, roles, volunteers: listVolunteers(roles, volunteers) },
  }
}

type FormProps = { form: ReturnType<typeof usePeopleBadges>['form'] }

/** Shows the form that selects the roles whose badges are printed, and the names of the volunteers. */
function PeopleForm({ form }: FormProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const owned = useSessionUser()?.permissions ?? []
  const { values, errors } = form
  const [field, problem] = Object.entries(errors).find(([name]) => name.startsWith('volunteers')) ?? []
  const line = listNames(values.volunteers)[Number(field?.split('.')[1])]?.line
  const volunteersError =
    line === undefined ? problem : t('adminJudging.badges.line', { line, problem: problem ?? '' })
  return (
    <form
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void form.submit()
      }}
    >
      <Stack align="flex-start">
        <Checkbox.Group
          label={t('adminJudging.badges.whose')}
          description={t('adminJudging.badges.peopleHint')}
          value={values.roles}
          error={errors.roles}
          onChange={(chosen) => form.set({ roles: badgeRoles.filter((role) => chosen.includes(role)) })}
        >
          <Group mt="xs" align="flex-start">
            {badgeRoles.map((role) => {
              const needed = rolePermissions[role]
              const isAllowed = needed.length === 0 || hasPermission(owned, needed)
              const names = needed.map((permission) => t(`userFields.options.permissions.${permission}`))
              const permissions = formatList(names, lang, 'disjunction')
              return (
                <Checkbox
                  key={role}
                  value={role}
                  label={t(`adminJudging.badges.roles.${role}`)}
                  disabled={!isAllowed}
                  description={isAllowed ? undefined : t('adminJudging.badges.needs', { permissions })}
                />
              )
            })}
          </Group>
        </Checkbox.Group>
        {values.roles.includes('volunteer') ? (
          <Textarea
            w="100%"
            maw={480}
            label={t('adminJudging.badges.volunteers')}
            description={t('adminJudging.badges.volunteersHint')}
            required
            autosize
            minRows={3}
            maxRows={10}
            dir="auto"
            {...form.getInputProps('volunteers')}
            error={volunteersError}
          />
        ) : null}
        <ErrorAlert message={form.problem} />
        <Button type="submit" variant="default" loading={form.submitting}>
          {t('adminJudging.badges.show')}
        </Button>
      </Stack>
    </form>
  )
}

/** Shows the badges of the teams or people of an event, to print and cut apart. */
export default function PrintBadgesPage({ loaderData: { choice, loaded } }: Route.ComponentProps) {
  const { event, teams, options } = loaded
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const setChoice = usePrintChoiceSetter()
  const { of, part, ...selection } = choice
  const people = usePeopleBadges(event.id, selection)
  const isSmall = choice.size === 'small'
  const isOfPeople = of === 'people'
  const title = getEventTitleWithFallback(event.title, lang)
  const competitionIds = options.competitions.map(({ id }) => id)
  const shown = isOfPeople ? people.loaded?.reply : loaded
  const dates = people.loaded ? formatEventDates(people.loaded.reply.event, lang) : ''
  const isLimited = [choice.teamId, choice.competitionId, choice.regionId].some((id) => id !== undefined)
  return (
    <PrintPageFrame
      title={t('adminJudging.badges.title')}
      back={{ to: `/admin/events/${event.id}/teams`, label: t('adminJudging.badges.back') }}
      pageCount={shown?.pageCount}
      part={isOfPeople ? (people.loaded?.part ?? 1) : Number(part ?? 1)}
      onPart={(next) => (isOfPeople ? void people.form.submit(next) : setChoice({ part: next }))}
      file={{
        eventId: event.id,
        selection: { document: 'badges', ...(isOfPeople ? people.selection : selection) },
      }}
      controls={
        <>
          <SegmentedControl
            aria-label={tAttribute('adminJudging.badges.whose')}
            value={isOfPeople ? 'people' : 'teams'}
            data={(['teams', 'people'] as const).map((value) => ({
              value,
              label: t(`adminJudging.badges.${value}`),
            }))}
            onChange={(chosen) => setChoice({ of: chosen === 'people' ? chosen : null })}
          />
          <SegmentedControl
            aria-label={tAttribute('adminJudging.badges.size')}
            value={isSmall ? 'small' : 'large'}
            data={badgeSizes.map((value) => ({ value, label: t(`adminJudging.badges.${value}`) }))}
            onChange={(size) => setChoice({ size: size === 'small' ? size : null })}
          />
        </>
      }
      filters={
        <>
          <PrintFilters eventId={event.id} options={options} choice={choice} onChange={setChoice} />
          {isOfPeople ? (
            <>
              {options.hasTeams ? (
                <Text size="sm" c="dimmed">
                  {t('adminPrint.peopleFilters')}
                </Text>
              ) : null}
              <PeopleForm form={people.form} />
            </>
          ) : null}
        </>
      }
      extra={<Text role="status">{shown ? t('adminJudging.badges.count', { count: shown.count }) : ''}</Text>}
      empty={t(isLimited ? 'adminPrint.nothing' : 'adminJudging.checkIn.none')}
    >
      <ul className={`${styles.badges} ${isSmall ? styles.small : styles.large}`}>
        {isOfPeople
          ? people.loaded?.reply.badges.map((badge, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name, and the list is replaced as a whole
              <PersonBadge key={index} badge={badge} title={title} dates={dates} />
            ))
          : teams.map((team) => (
              <TeamBadge
                key={team.id}
                team={team}
                competition={
                  options.competitions.find(({ id }) => id === team.competitionId)?.name[lang] ?? ''
                }
                title={title}
                color={competitionIds.indexOf(team.competitionId)}
              />
            ))}
      </ul>
    </PrintPageFrame>
  )
}
