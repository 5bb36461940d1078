internal import CX11

private let revision = X_PROTOCOL_REVISION
