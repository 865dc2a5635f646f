import { continentLimits as limits } from './continent.ts'
import { formMetadataFields, localizedNameField, recordMetadataFields } from './crud.schema.ts'
import { localizedText } from './fields.schema.ts'
import { z } from './z.ts'

/** A continent. Continents are the tabs of the events page. */
export const continent = z.object({ id: z.string(), slug: z.string(), name: localizedText })

/** A continent as the back office edits it. */
export const continentRecord = continent.extend(recordMetadataFields).meta({ id: 'AdminContinent' })

export const saveContinentRequest = z.object({ ...formMetadataFields, name: localizedNameField(limits.name) })
