import { findCountryCodeBySlug } from '#contract/platform/countries.ts'
import type {
  ContinentFields,
  ContinentRecord,
  OrganizerFields,
  OrganizerRecord,
  RegionFields,
  RegionRecord,
} from '#contract/site/contents.schema.ts'
import type { FaqFields, FaqRecord, PartnerFields, PartnerRecord } from '#contract/site/contents.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/platform/crud/metadata.ts'
import { createCrudService } from '#server/platform/crud/service.ts'
import { continents, faqs, organizers, partners, regions } from '#server/platform/db/schema/content.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getUploadUrlPath } from '#server/platform/lib/files.ts'
import { toInternationalPhoneOrUnchanged } from '#server/platform/lib/identity.ts'
import {
  continentSearchText,
  findRegionIdByIdOrSlug,
  getContinentSortColumns,
  getFaqSortColumns,
  getOrganizerSortColumns,
  getPartnerSortColumns,
  getRegionSortColumns,
  hasContinentOrganizers,
  hasOrganizersCondition,
  hasRegionWithIdOrSlug,
  listRegionsIncludingInactive,
  lockContinentAndCheckExists,
  regionSearchText,
  toContinent,
  toFaq,
  toOrganizer,
  toPartner,
  toRegion,
} from './queries.ts'

export { findRegionIdByIdOrSlug, hasRegionWithIdOrSlug, listRegionsIncludingInactive }

/**
 * Creates the service of regions in the back office. The slug comes from the first English name and never
 * changes, because events and URLs refer to it.
 */
export const createRegionService = (core: Core) =>
  createCrudService<typeof regions, RegionFields, RegionRecord>(
    {
      table: regions,
      entity: 'region',
      cacheTags: ['regions', 'events'],
      searchText: regionSearchText,
      getSortColumns: getRegionSortColumns,
      required: ['name.en', 'name.ar', 'country'],
      toRecord: (row) => ({ ...toRegion(row), active: row.active, ...toRecordMetadata(row) }),
      toColumns: ({ name, phone, ...columns }) => ({
        nameEn: name?.en,
        nameAr: name?.ar,
        // the country of a region has its own numbers
        phone:
          phone &&
          toInternationalPhoneOrUnchanged(phone, [findCountryCodeBySlug(columns.country ?? '') ?? 'SA']),
        ...columns,
      }),
      slugFallback: 'region',
    },
    core,
  )

/** Creates the service of FAQs in the back office. Question and answer are required in both languages. */
export const createFaqService = (core: Core) =>
  createCrudService<typeof faqs, FaqFields, FaqRecord>(
    {
      table: faqs,
      entity: 'faq',
      cacheTags: ['faqs'],
      searchText: faqs.search,
      getSortColumns: getFaqSortColumns,
      recordName: { en: faqs.questionEn, ar: faqs.questionAr },
      required: ['question.en', 'question.ar', 'answer.en', 'answer.ar'],
      toRecord: (row) => ({ ...toFaq(row), active: row.active, ...toRecordMetadata(row) }),
      toColumns: ({ question, answer, active }) => ({
        questionEn: question?.en,
        questionAr: question?.ar,
        answerEn: answer?.en,
        answerAr: answer?.ar,
        active,
      }),
    },
    core,
  )

/** Creates the service of partners in the back office. Each has an image. */
export const createPartnerService = (core: Core) =>
  createCrudService<typeof partners, PartnerFields, PartnerRecord>(
    {
      table: partners,
      entity: 'partner',
      cacheTags: ['partners'],
      searchText: partners.search,
      getSortColumns: getPartnerSortColumns,
      recordName: { en: partners.name, ar: partners.name },
      required: [],
      toRecord: (row) => ({ ...toPartner(row), active: row.active, ...toRecordMetadata(row) }),
      toColumns: (columns) => columns,
      image: { column: 'image', folder: 'partners', kind: 'logo', required: true },
    },
    core,
  )

const folder = getUploadUrlPath('organizers', '')

/** Creates the service of organizers in the back office. Each belongs to a continent. */
export const createOrganizerService = (core: Core) =>
  createCrudService<typeof organizers, OrganizerFields, OrganizerRecord>(
    {
      table: organizers,
      entity: 'organizer',
      cacheTags: ['organizers'],
      searchText: organizers.search,
      getSortColumns: getOrganizerSortColumns,
      required: ['name.en', 'name.ar', 'continentId'],
      toRecord: (row) => ({ ...toOrganizer(row), ...toRecordMetadata(row) }),
      toColumns: ({ name, ...columns }) => ({ nameEn: name?.en, nameAr: name?.ar, ...columns }),
      check: async (tx, { continentId }) => {
        if (continentId !== undefined && !(await lockContinentAndCheckExists(tx, continentId)))
          throw new AppError('bad-input', [{ field: 'continentId', code: 'not-found' }])
      },
      image: {
        column: 'flag',
        folder: 'organizers',
        kind: 'logo',
        required: false,
        toColumn: (fileName) => getUploadUrlPath('organizers', fileName),
        toFileName: (path) => (path.startsWith(folder) ? path.slice(folder.length) : null),
      },
    },
    core,
  )

/**
 * Creates the service of continents in the back office. The slug comes from the first English name and never
 * changes; a continent with organizers cannot be deleted.
 */
export const createContinentService = (core: Core) =>
  createCrudService<typeof continents, ContinentFields, ContinentRecord>(
    {
      table: continents,
      entity: 'continent',
      cacheTags: ['continents', 'organizers'],
      searchText: continentSearchText,
      getSortColumns: getContinentSortColumns,
      required: ['name.en', 'name.ar'],
      toRecord: (row) => ({ ...toContinent(row), ...toRecordMetadata(row) }),
      toColumns: ({ name }) => ({ nameEn: name?.en, nameAr: name?.ar }),
      slugFallback: 'continent',
      assertDeletable: async (tx, id) => {
        if (await hasContinentOrganizers(tx, id)) throw new AppError('has-organizers')
      },
      keepDeleted: { condition: hasOrganizersCondition, code: 'has-organizers' },
    },
    core,
  )
