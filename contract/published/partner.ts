import type { RecordEdit } from '#contract/crud.ts'
import type { Partner, PartnerFields, PartnerRecord } from '#contract/partner.ts'
import type { PublishedPartner, PublishedPartnerRecord, SavePartnerRequest } from './partner.schema.ts'
import { createFieldNameMappers, pickRecordMetadata } from './record.ts'

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns a partner with `status` true, because visitors get only active ones. */
export const toPublishedPartner = (partner: Partner): PublishedPartner => ({
  _id: partner.id,
  name: partner.name,
  image: fileName(partner.image),
  file_path: partner.image,
  link: partner.link,
  status: true,
})
export const fromPublishedPartner = (json: PublishedPartner): Partner => ({
  id: json._id,
  name: json.name,
  image: json.file_path,
  link: json.link,
})

export const toPublishedPartnerRecord = (partner: PartnerRecord): PublishedPartnerRecord => ({
  ...toPublishedPartner(partner),
  status: partner.active,
  ...pickRecordMetadata(partner),
})
export const fromPublishedPartnerRecord = (json: PublishedPartnerRecord): PartnerRecord => ({
  ...fromPublishedPartner(json),
  active: json.status,
  ...pickRecordMetadata(json),
})

export const fromPublishedPartnerForm = ({ id, version, position, name, link, status }: SavePartnerRequest): RecordEdit<PartnerFields> => ({
  id,
  version,
  position,
  name,
  link,
  active: status,
})
/** Returns the fields of the partner form. Without `image` the stored image stays. */
export const toPublishedPartnerForm = ({ active, ...edit }: RecordEdit<PartnerFields>, image?: Blob) => ({
  ...edit,
  status: active,
  file: image,
})

/** The published name of a field, and the other way round. */
export const [toPublishedPartnerField, fromPublishedPartnerField] = createFieldNameMappers({ image: 'file', active: 'status' })
