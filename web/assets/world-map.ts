/** The view box of generated/world-map.svg. */
export const worldMapSize = { width: 1200, height: 504 } as const

/** Positions on the world map by country code, in units of its view box. */
export const countryPositions = {
  sa: [717, 193],
  eg: [663, 173],
  ae: [738, 198],
  jo: [678, 168],
  jp: [999, 153],
  kr: [960, 148],
  in: [810, 178],
  my: [906, 278],
  ma: [546, 158],
  tn: [594, 148],
  za: [654, 388],
  ke: [687, 293],
  ng: [588, 258],
  de: [606, 88],
  es: [555, 133],
  tr: [666, 138],
  hu: [624, 108],
  dk: [609, 73],
  us: [330, 138],
  ca: [339, 113],
  mx: [240, 218],
  br: [405, 353],
  pe: [312, 338],
  au: [1032, 428],
  nz: [1104, 448],
} as const satisfies Record<string, readonly [x: number, y: number]>
