// The tables of ITU-T G.722 at 64 kbit/s: quantizers, inverse quantizers, scale factors and the coefficients of the filter.

/** Coefficients of the quadrature mirror filter; the other half is the same in reverse (table 11). */
export const qmf = Int32Array.of(3, -11, 12, 32, -210, 951, 3_876, -805, 362, -156, 53, -11)

/** Decision levels of the lower sub-band. */
export const q6 = Int32Array.of(
  ...[0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1_023, 1_121],
  ...[1_219, 1_339, 1_458, 1_612, 1_765, 1_980, 2_195, 2_557, 2_919, 0, 0],
)
/** Codes of negative differences. */
export const iln = Int32Array.of(
  ...[0, 63, 62, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7],
  ...[6, 5, 4, 0],
)
/** Codes of positive differences. */
export const ilp = Int32Array.of(
  ...[0, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36],
  ...[35, 34, 33, 32, 0],
)
/** Inverse quantizer of the lower sub-band with 6 bits. */
export const qm6 = Int32Array.of(
  ...[-136, -136, -136, -136, -24_808, -21_904, -19_008, -16_704, -14_984, -13_512, -12_280, -11_192, -10_232],
  ...[-9_360, -8_576, -7_856, -7_192, -6_576, -6_000, -5_456, -4_944, -4_464, -4_008, -3_576, -3_168, -2_776],
  ...[-2_400, -2_032, -1_688, -1_360, -1_040, -728, 24_808, 21_904, 19_008, 16_704, 14_984, 13_512, 12_280],
  ...[11_192, 10_232, 9_360, 8_576, 7_856, 7_192, 6_576, 6_000, 5_456, 4_944, 4_464, 4_008, 3_576, 3_168, 2_776],
  ...[2_400, 2_032, 1_688, 1_360, 1_040, 728, 432, 136, -432, -136],
)
/** Inverse quantizer of the lower sub-band with 4 bits, which the predictor uses. */
export const qm4 = Int32Array.of(
  ...[0, -20_456, -12_896, -8_968, -6_288, -4_240, -2_584, -1_200],
  ...[20_456, 12_896, 8_968, 6_288, 4_240, 2_584, 1_200, 0],
)
/** Inverse quantizer of the higher sub-band. */
export const qm2 = Int32Array.of(-7_408, -1_616, 7_408, 1_616)

/** Multipliers of the scale factor, by the 4-bit code of the lower sub-band. */
export const wl = Int32Array.of(
  ...[-60, 3_042, 1_198, 538, 334, 172, 58, -30, 3_042, 1_198, 538, 334, 172, 58, -30, -60],
)
/** Multipliers of the scale factor, by the code of the higher sub-band. */
export const wh = Int32Array.of(798, -214, 798, -214)

/** Inverse logarithms. */
export const ilb = Int32Array.of(
  ...[2_048, 2_093, 2_139, 2_186, 2_233, 2_282, 2_332, 2_383, 2_435, 2_489, 2_543, 2_599, 2_656, 2_714, 2_774],
  ...[2_834, 2_896, 2_960, 3_025, 3_091, 3_158, 3_228, 3_298, 3_371, 3_444, 3_520, 3_597, 3_676, 3_756, 3_838],
  ...[3_922, 4_008],
)
