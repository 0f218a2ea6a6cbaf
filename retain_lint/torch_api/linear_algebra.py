"""torch.linalg, torch.fft, torch.sparse and recurrent cells: composed functions that keep factors and results. Floor 1.

Each row was run under torch 2.13 with real inputs. A transform of a real input keeps it; of a complex one, nothing.
"""

from __future__ import annotations

from retain_lint.torch_api.rows import constant, op, table
from retain_lint.torch_api.spec import OpSpec
from retain_lint.torch_api.tensor_factories import COORDINATES

DECOMPOSITIONS = (
    op("linalg.inv", "self", "result"),
    op("linalg.cholesky", "self upper", "result"),
    op("linalg.tensorinv", "self ind", "result"),
    op("linalg.eigvals", "self", "result, private"),
    op("linalg.eigvalsh", "self UPLO", "result, private"),
    op("linalg.svdvals", "self driver", "result, private"),
    op("linalg.eigh", "self UPLO", "result, result1", outputs=2),
    op("linalg.lu_factor", "self pivot", "result, result1", outputs=2),
    op("linalg.svd", "self full_matrices driver", "result, result1, result2", outputs=3),
    op("linalg.det", "self", "self, result, private"),
    op("linalg.slogdet", "self", "self, result, private", outputs=2),
    op("logdet", "self", "self, private"),
    op("lu", "self pivot get_infos", "result, result1", outputs=2),
    op("qr", "self some", "result, result1", outputs=2),
    op("svd", "self some compute_uv", "result, result1, result2", outputs=3),
    op("lobpcg", "self k B X", "self, private", outputs=2),
    op(
        "svd_lowrank",
        "self q niter M",
        "self if q, maybe M, q if self, maybe result, result1, maybe result2, private",
        outputs=3,
    ),
    op(
        "pca_lowrank",
        "self q center niter",
        "self if q, q if self, maybe result, result1, maybe result2, private",
        outputs=3,
    ),
    op("orgqr", "self tau", "self, tau, result"),
    op("linalg.cond", "self p", "private"),
    constant("linalg.matrix_rank", "self tol"),
    # no derivative: the backward raises; taken as data
    constant("linalg.ldl_factor", "self", outputs=2),
    constant("linalg.ldl_solve", "LD pivots B"),
)

SOLUTIONS = (
    op("linalg.solve", "self B left", "self, result, private"),
    op("linalg.solve_ex", "self B left check_errors", "self, result, private", outputs=2),
    op("linalg.tensorsolve", "self b dims", "maybe self, result, private"),
    op("lu_solve", "self LU_data LU_pivots", "LU_data, LU_pivots, result"),
    op("linalg.pinv", "self rcond hermitian", "self, maybe rcond if self, result"),
    op("pinverse", "self rcond", "self, result"),
)

PRODUCTS = (
    op("linalg.vecdot", "self other dim", "self if other, other if self"),
    op("linalg.multi_dot", "tensors", "maybe tensors, private", sequences="tensors"),
    op("linalg.vander", "self N", "self, private"),
    op("linalg.matrix_exp", "self", "self"),
    op("linalg.matrix_power", "self n", "maybe self, maybe result, maybe private"),
    op("linalg.norm", "self ord dim keepdim", "self, result"),
    op("linalg.matrix_norm", "self ord dim keepdim", "maybe self, maybe result, private"),
)

#: whose first step takes a real input to a complex one, and keeps it
REAL_TRANSFORMS = "fft rfft rfft2 rfftn ihfft ihfft2 ihfftn"
OTHER_TRANSFORMS = "fft2 ifft2 fftn ifftn irfft irfft2 irfftn hfft hfft2 hfftn"

TRANSFORMS = (
    *(op(f"fft.{name}", "self n dim norm", "maybe self, private") for name in REAL_TRANSFORMS.split()),
    op("fft.ifft", "self n dim norm", "maybe self, maybe private"),  # mostly of a complex input
    *(op(f"fft.{name}", "self n dim norm") for name in OTHER_TRANSFORMS.split()),
    op(
        "stft",
        "self n_fft hop_length win_length window center pad_mode normalized onesided return_complex",
        "self if self, maybe window if self, private",
    ),
    op(
        "istft",
        "self n_fft hop_length win_length window center normalized onesided length return_complex",
        "maybe window, private",
    ),
)

CELL = "hx w_ih w_hh b_ih b_hh"
FACTORS = "self if w_ih, hx if w_hh, w_hh if hx, w_ih if self"

RECURRENT = (
    op("rnn_tanh_cell", f"self {CELL}", f"{FACTORS}, result"),
    op("rnn_relu_cell", f"self {CELL}", f"{FACTORS}, result"),
    op("gru_cell", f"self {CELL}", f"{FACTORS}, private"),
    op(
        "lstm_cell",
        f"self h {CELL[3:]} c",
        "self if w_ih, h if w_hh, w_hh if h, w_ih if self, maybe c, private",
        outputs=2,
    ),
    op("lstm", f"self h {CELL[3:]}", "self if w_ih, w_hh, w_ih if self, private", outputs=3),
    op("sparse.sampled_addmm", "self arg1 arg2", "self, arg1 if arg2, arg2 if arg1"),
    op("sparse.mm", "self arg1 reduce", "self, arg1, private"),
)

#: the first are factories that compute with the values that they are given (SparseCooTensorWithDimsAndTensorsBackward0,
#: SparseCompressedTensorBackward0 of torch 2.13)
SPARSE = (
    *(op(name, "indices values size", "result") for name in COORDINATES),
    *(op(f"sparse_{form}_tensor", "crow_indices col_indices values size", "values, result") for form in ("csr", "bsr")),
    *(op(f"sparse_{form}_tensor", "ccol_indices row_indices values size", "values, result") for form in ("csc", "bsc")),
    op("sparse_compressed_tensor", "compressed_indices plain_indices values size", "values, result"),
    *(op(name, "self mat2", "self if mat2, mat2 if self") for name in ("spmm", "dsmm")),
    op("sparse.addmm", "self mat1 mat2 beta alpha", "mat1 if mat2, mat2 if mat1"),
    op("sparse.softmax", "self dim dtype", "self, result"),
    op("sparse.log_softmax", "self dim dtype", "self, result"),
    op("sparse.sum", "self dim dtype", "maybe self"),
)

LINEAR_ALGEBRA: dict[str, OpSpec] = table(*DECOMPOSITIONS, *SOLUTIONS, *PRODUCTS, *TRANSFORMS, *RECURRENT, *SPARSE)
