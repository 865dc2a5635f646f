import { Button, Group, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type {
  Certificate,
  EventCertificates,
  RevokedCertificate,
} from '#contract/event/certificate.schema.ts'
import { certificateLimits } from '#contract/event/certificate.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import type { Language } from '#i18n/languages.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { SelectFilter } from '#web/admin/event/judging/slot-filters.tsx'
import { PrintFilters } from '#web/admin/event/print/print-filters.tsx'
import {
  PrintOnlyButton,
  PrintPageFrame,
  readPrintChoice,
  usePrintChoiceSetter,
} from '#web/admin/event/print/print-page.tsx'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { ConfirmWithReasonDialog } from '#web/admin/shared/dialog.tsx'
import { Form, useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { CertificateSheet } from '#web/shared/event/certificates/certificate-sheet.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/certificates-page.ts'
import styles from './certificates.module.css'

type Props = { certificates: readonly RevokedCertificate[]; busy: boolean; onReissue: (code: string) => void }

/** Shows the revoked certificates of an event, each with a button that issues it again. */
function RevokedCertificates({ certificates, busy, onReissue }: Props) {
  const { t, tAttribute } = useTranslation()
  const { formatDateTime } = useDateFormat()
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-labelledby="revoked-certificates">
      <Title order={3} size="h4" id="revoked-certificates" mb="sm">
        {t('adminPublishing.certificates.revokedList')}
      </Title>
      <Stack gap="sm">
        {certificates.map(({ code, name, teamName, revokedAt }) => (
          <Group key={code} justify="space-between">
            <div>
              <Text>
                <Bdi>{name || teamName || t('certificates.erased')}</Bdi> ·{' '}
                <bdi dir="ltr">{formatCodeInGroups(code)}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {t('adminPublishing.certificates.revokedOn', {
                  date: formatDateTime(revokedAt),
                })}
              </Text>
            </div>
            <Button
              variant="default"
              disabled={busy}
              aria-label={tAttribute('adminPublishing.certificates.reissueLabel', {
                code: formatCodeInGroups(code),
              })}
              onClick={() => onReissue(code)}
            >
              {t('adminPublishing.certificates.reissue')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

const choiceKeys = ['holders', 'teamId', 'competitionId', 'regionId', 'rankFrom', 'rankTo'] as const

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const choice = readPrintChoice(request.url, choiceKeys)
  const loaded = await callApi('GET /api/admin/events/:eventId/certificates', {
    params: { eventId: params.id },
    query: choice,
  })
  return { choice, loaded }
}

type RankProps = { label: string; value: string | undefined; onChange: (rank: number | null) => void }

/** In milliseconds: the pause in typing after which a rank is used. */
const typingPauseMs = 400

function RankFilter({ label, value, onChange }: RankProps) {
  const [typed, setTyped] = useState<string | number>(value ?? '')
  const changeLater = useDebouncedCallback(onChange, typingPauseMs)
  return (
    <NumberInput
      w={110}
      label={label}
      min={1}
      max={1_000_000}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={(rank) => {
        setTyped(rank)
        changeLater(Number(rank) > 0 ? Number(rank) : null)
      }}
    />
  )
}

type CodeSearchProps = { eventId: string; onFound: (found: EventCertificates) => void }

/** Finds one certificate by its code, which no URL of a page contains. */
function CodeSearch({ eventId, onFound }: CodeSearchProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { code: '' },
    required: ['code'],
    send: (query) => callApi('GET /api/admin/events/:eventId/certificates', { params: { eventId }, query }),
    onSaved: (found) => {
      if (found.certificates.length > 0) onFound(found)
      else form.reject(t('adminPrint.noCode'), { code: t('adminPrint.noCode') })
    },
  })
  return (
    <Form form={form}>
      <Group align="flex-start">
        <TextInput
          label={t('adminPrint.oneCode')}
          autoComplete="off"
          dir="ltr"
          {...form.getInputProps('code')}
        />
        <Button type="submit" variant="default" mt={25} loading={form.submitting}>
          {t('adminPrint.find')}
        </Button>
      </Group>
    </Form>
  )
}

const formatHolder = ({ code, name, teamName }: Certificate, lang: Language) =>
  joinTexts([name || teamName, formatCodeInGroups(code)].filter(Boolean), lang)

/**
 * Shows certificates of an event, each on a page of its own, to print or save as one PDF file. Single ones can be
 * revoked and issued again.
 */
export default function CertificatesPage({ loaderData, params }: Route.ComponentProps) {
  const { choice, loaded } = loaderData
  const { part: _, ...selection } = choice
  const { event, signer, revoked, options } = loaded
  const { t, tAttribute, i18n } = useTranslation()
  const setChoice = usePrintChoiceSetter()
  const [found, setFound] = useState<{ certificates: readonly Certificate[]; instead: EventCertificates }>()
  // a new choice ends the search of one certificate
  const one = found?.instead === loaded ? found.certificates : undefined
  const shown = one ?? loaded.certificates
  const pageCount = one ? one.length : loaded.pageCount
  const isLimited = choiceKeys.some((key) => choice[key] !== undefined)
  const revalidator = useRevalidator()
  const [selected, setSelected] = useState<Certificate>()
  const { saving, errors, save } = useSubmitWithToasts({
    isShownByField: ({ fields }) => fields.reason !== undefined,
  })
  const change = (send: () => Promise<{ msg: string }>) =>
    save(send, () => {
      setSelected(undefined)
      return revalidator.revalidate()
    })
  return (
    <>
      <PrintPageFrame
        title={t('adminPublishing.certificates.of', {
          event: getEventTitleWithFallback(event.title, i18n.language),
        })}
        back={{ to: `/admin/events/${params.id}/results`, label: t('certificates.back') }}
        pageCount={pageCount}
        part={one ? 1 : Number(choice.part ?? 1)}
        onPart={(part) => setChoice({ part })}
        file={one ? undefined : { eventId: event.id, selection: { document: 'certificates', ...selection } }}
        filters={
          options.holders.length > 0 ? (
            <>
              <PrintFilters eventId={event.id} options={options} choice={choice} onChange={setChoice}>
                <SelectFilter
                  label={t('adminPrint.holders')}
                  data={options.holders.map((value) => ({
                    value,
                    label: t(`adminPublishing.certificates.${value}`),
                  }))}
                  value={choice.holders}
                  onChange={(holders) => setChoice({ holders })}
                />
                <RankFilter
                  label={t('adminPrint.rankFrom')}
                  value={choice.rankFrom}
                  onChange={(rankFrom) => setChoice({ rankFrom })}
                />
                <RankFilter
                  label={t('adminPrint.rankTo')}
                  value={choice.rankTo}
                  onChange={(rankTo) => setChoice({ rankTo })}
                />
              </PrintFilters>
              <Group align="flex-end">
                <CodeSearch
                  eventId={event.id}
                  onFound={({ certificates }) => setFound({ certificates, instead: loaded })}
                />
                {one ? (
                  <Button variant="subtle" onClick={() => setFound(undefined)}>
                    {t('adminPrint.showAll')}
                  </Button>
                ) : null}
              </Group>
            </>
          ) : null
        }
        extra={
          revoked.length > 0 ? (
            <RevokedCertificates
              certificates={revoked}
              busy={saving}
              onReissue={(code) =>
                void change(() =>
                  callApi('POST /api/admin/events/:eventId/certificates/:code/reissue', {
                    params: { eventId: params.id, code },
                  }),
                )
              }
            />
          ) : null
        }
        empty={t(isLimited || revoked.length > 0 ? 'adminPrint.nothing' : 'certificates.none')}
      >
        <div className={styles.sheets}>
          {shown.map((certificate) => {
            const code = formatCodeInGroups(certificate.code)
            return (
              <div key={certificate.code} className={styles.certificate} data-printable>
                <CertificateSheet certificate={certificate} signer={signer} />
                <Group className={styles.screenOnly} gap="sm">
                  <PrintOnlyButton name={code} />
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={tAttribute('adminPublishing.certificates.revokeLabel', { code })}
                    onClick={() => setSelected(certificate)}
                  >
                    {t('adminPublishing.certificates.revoke')}
                  </Button>
                </Group>
              </div>
            )
          })}
        </div>
      </PrintPageFrame>
      {selected ? (
        <ConfirmWithReasonDialog
          title={t('adminPublishing.certificates.revokeQuestion')}
          text={t('adminPublishing.certificates.revokeText', { code: formatHolder(selected, i18n.language) })}
          action={t('adminPublishing.certificates.revoke')}
          label={t('adminPublishing.reason')}
          description={t('adminPublishing.reasonHint')}
          maxLength={certificateLimits.reason}
          busy={saving}
          error={errors.reason}
          onClose={() => setSelected(undefined)}
          onConfirm={(reason) =>
            void change(() =>
              callApi('POST /api/admin/events/:eventId/certificates/:code/revoke', {
                params: { eventId: params.id, code: selected.code },
                json: { reason },
              }),
            )
          }
        />
      ) : null}
    </>
  )
}
