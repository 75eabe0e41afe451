/* Everything of Sarrus' public interface. */
#ifndef SARRUS_SARRUS_H
#define SARRUS_SARRUS_H

#include "sarrus/analysis.h"
#include "sarrus/base.h"
#include "sarrus/contacts.h"
#include "sarrus/model.h"
#include "sarrus/modes.h"
#include "sarrus/phases.h"
#include "sarrus/result.h"
#include "sarrus/static.h"
#include "sarrus/stepper.h"
#include "sarrus/study.h"
#include "sarrus/system.h"

#endif
