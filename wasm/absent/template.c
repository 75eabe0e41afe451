/* In the place of the embedded template: the engine makes records, not pages. */
#include "base/asset.h"

extern const SarAsset sar_asset_page_template;
const SarAsset sar_asset_page_template = {"template.html", (const unsigned char *)"", 0};
